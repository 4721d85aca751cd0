using System.Diagnostics;
using System.Globalization;
using ThroughputKit;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace Verdicts;

/// <summary>A gate on p99 at a set rate again and again, judged as a test with an attribute judges it, with up to three attempts; each time with an app of its own.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Share">The rate, as a share of what the app can do.</param>
/// <param name="Stall">From when to when the app answers nothing, in seconds of the window; <see langword="null"/> if it always does.</param>
internal sealed record SetRates(string Name, int Trials, double Share, (double From, double To)? Stall)
{
    private const string Capacity = "capacity for set rates";

    private static readonly TimeSpan _window = TimeSpan.FromSeconds(4);
    private static readonly LoadGates _gates = new() { MaxP99LatencyMs = 50 };

    /// <summary>Every shape of stall, and none, at 25% and 75% of the capacity. The last stall lasts until after the window's end.</summary>
    public static SetRates[] All { get; } =
    [
        .. from share in new[] { 0.25, 0.75 }
           from shape in new (string Name, int Trials, (double, double)? Stall)[]
           {
               ("stall at the start", 10, (0, 1)), ("stall in the midst", 10, (1.5, 2.5)), ("stall to the end", 10, (3, 4.5)), ("no stall", 50, null),
           }
           select new SetRates(string.Create(CultureInfo.InvariantCulture, $"set rate, {shape.Name}, {share:0%} of capacity"), shape.Trials, share, shape.Stall),
    ];

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        while (records.Of(Name).Count < (trials ?? Trials))
        {
            var record = await TryAsync(records, cancellationToken);
            records.Add(record);
            Console.WriteLine($"{record.Series} {records.Of(Name).Count}: {record.Verdict} after {record.Seconds:0.0} s, {record.Note}");
        }
    }

    private async Task<Record> TryAsync(Records records, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        await using var app = await new StallingApp(Stall is { } s ? TimeSpan.FromSeconds(s.From) : null, TimeSpan.FromSeconds(Stall?.To ?? 0)).StartAsync();

        // Warmed up beforehand, so that the first request of the window is the first that the app counts from.
        var full = await LoadRun.RunAsync(Plan(app, new LoadOptions { Duration = TimeSpan.FromSeconds(1) }), new RunContext(cancellationToken));
        app.Ready();

        // The machine's neighbours change what the app can do by a third within seconds: its capacity is what it has reached nine times in ten.
        records.Add(new Record(Capacity, TimeProvider.System.GetUtcNow(), "", full.Duration.TotalSeconds, full.Rps, null, "requests a second"));
        var rate = Math.Round(Share * Tenth([.. records.Of(Capacity).Select(r => r.Value!.Value).Order()]));
        var plan = Plan(app, new LoadOptions { Duration = _window, WarmUp = TimeSpan.Zero }) with { Rate = LoadRate.From(rate) };
        var verdict = await Attempts.RunAsync(plan with { Gates = _gates }, IsTimeFor, new RunContext(cancellationToken));
        cancellationToken.ThrowIfCancellationRequested(); // the app stops with the program: no trial
        var result = verdict.Result;
        var note = $"{rate:0} a second, {result.EarlierAttempts.Count + 1} attempts, {result.Pacing!.Unsent} of {result.Pacing.Planned} unsent; "
            + string.Join("; ", verdict.Failed.Concat(verdict.Inconclusive).Select(f => $"{f}").Concat(result.Findings.Select(f => f.Name)));
        return new Record(
            Name,
            TimeProvider.System.GetUtcNow(),
            verdict.Failed.Count > 0 ? "Failed" : verdict.Inconclusive.Count + verdict.NotJudged.Count > 0 ? "Inconclusive" : "Passed",
            Stopwatch.GetElapsedTime(begun).TotalSeconds,
            result.Latency.P99.TotalMilliseconds,
            null,
            note)
        {
            WasBusy = result.Attempts.Any(a => a.Findings.Any(f => f.Name == FindingNames.MachineBusy)),
        };

        bool IsTimeFor(TimeSpan attempt)
        {
            app.Ready();
            return true;
        }
    }

    private static double Tenth(double[] ordered) => ordered[(ordered.Length - 1) / 10];

    private static LoadPlan Plan(StallingApp app, LoadOptions options) => new(new HostTarget(app.Host)) { Requests = [LoadRequest.Get("/")], Options = options };
}
