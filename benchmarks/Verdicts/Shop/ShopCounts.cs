using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Verdicts.Shop;

/// <summary>A shop whose counts are gated, again and again, each time in a fresh process: its fault is named by its count, and by no other.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Fault">What each request does more.</param>
/// <param name="IsPublished">Whether only the shop is in that process.</param>
internal sealed record ShopCounts(string Name, int Trials, ShopFault Fault, bool IsPublished)
{
    public static IReadOnlyList<ShopCounts> All { get; } =
    [
        .. from isPublished in new[] { false, true }
           from fault in Enum.GetValues<ShopFault>()
           select new ShopCounts($"shop{(isPublished ? ", published" : "")}, counts: {Describe(fault)}", fault == ShopFault.None ? 30 : 5, fault, isPublished),
    ];

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        while (records.Of(Name).Count < (trials ?? Trials))
        {
            var begun = Stopwatch.GetTimestamp();
            var count = IsPublished ? await ShopCount.MeasureAsync(Fault, isPublished: true, cancellationToken)
                : await FreshProcess.RunAsync<ShopCount>([ShopCount.Argument, $"{Fault}"], poolThreads: 0, cancellationToken);
            var isRight = IsRight(count, records);
            var note = string.Create(CultureInfo.InvariantCulture, $"{count.Commands} database commands, {count.Requests} HTTP requests, {count.Exceptions} exceptions, {count.Locks:0.0000} contended locks; counted in {count.Seconds:0.00} s; failed: {string.Join(", ", count.Failed)}");
            records.Add(new Record(Name, TimeProvider.System.GetUtcNow(), isRight ? "Right" : "Wrong", Stopwatch.GetElapsedTime(begun).TotalSeconds, count.Locks, null, note)
            {
                CountingSeconds = count.Seconds,
            });
            Console.WriteLine($"{Name} {records.Of(Name).Count}: {(isRight ? "right" : "wrong")}, {note}{(isRight ? "" : $"\n{count.Text}")}");
        }
    }

    private static string Describe(ShopFault fault) => fault switch
    {
        ShopFault.None => "no fault",
        ShopFault.Queries => "a query for each row",
        ShopFault.Exception => "an exception",
        ShopFault.Call => "a call of another app",
        _ => "a contended lock",
    };

    // The shop has contended locks without the fault, mostly that of its log's queue.
    private bool IsRight(ShopCount count, Records records)
    {
        var (commands, requests, exceptions, gate, text) = Fault switch
        {
            ShopFault.Queries => (2 + FaultyCode.Queries, 0, 0, nameof(LoadGates.MaxDatabaseCommandsPerRequest), $"{FaultyCode.Queries}.0 x SELECT"),
            ShopFault.Exception => (2, 0, 1, nameof(LoadGates.MaxExceptionsPerRequest), $"1.0 x {typeof(InvalidOperationException)}"),
            ShopFault.Call => (2, 1, 0, nameof(LoadGates.MaxHttpRequestsPerRequest), "1.0 x GET 127.0.0.1:"),
            _ => (2, 0, 0, null, "contended locks"),
        };
        return (count.Commands, count.Requests, count.Exceptions) == (commands, requests, exceptions)
            && count.Failed.SequenceEqual(gate is null ? [] : [gate])
            && count.Text.Contains(text, StringComparison.Ordinal)
            && (Fault != ShopFault.Lock || count.Locks > records.Of(All.Single(s => s.Fault == ShopFault.None && s.IsPublished == IsPublished).Name).Max(r => r.Value));
    }
}
