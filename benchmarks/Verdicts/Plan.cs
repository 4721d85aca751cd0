using System.Diagnostics;
using ThroughputKit;

namespace Verdicts;

/// <summary>Every series: what is tried, how often, and what it should come to.</summary>
internal static class Plan
{
    private static readonly Dictionary<string, Series> _all = new Series[]
    {
        new("identical, limit 5%", 300, Slowness.None, 0, 5),
        new("identical, another process busy, limit 5%", 100, Slowness.None, 0, 5, IsBusy: true),
        new("10% slower, limit 5%", 100, Slowness.Spin, 0.10, 5),
        new("5% slower, limit 2%", 100, Slowness.Spin, 0.05, 2),
        new("10% slower by a lock, limit 5%", 100, Slowness.Lock, 0.10, 5),
        new("10% slower by allocations, limit 5%", 100, Slowness.Allocation, 0.10, 5),
        new("10% slower by yields, limit 5%", 100, Slowness.Yield, 0.10, 5),
        new("10% slower by pauses, limit 5%", 100, Slowness.Pause, 0.10, 5),
    }.ToDictionary(s => s.Name);

    public static IEnumerable<string> Names => _all.Keys;

    public static IEnumerable<Series> All => _all.Values;

    public static async Task RunAsync(string name, Records records, int? trials, CancellationToken cancellationToken)
    {
        var series = _all[name];
        var amount = series.Slowness == Slowness.None ? 0 : await Calibration.AmountAsync(series.Slowness, series.Fall, records, cancellationToken);
        using var burner = series.IsBusy ? new Burner() : null;
        while (records.Of(name).Count < (trials ?? series.Trials))
        {
            var record = await TryAsync(series, amount, cancellationToken);
            records.Add(record);
            Console.WriteLine($"{name} {records.Of(name).Count}: {record.Verdict} after {record.Seconds:0.0} s, {record.Note}");
        }
    }

    private static async Task<Record> TryAsync(Series series, double amount, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        await using var app = await new SlowApp(series.Slowness, amount).StartAsync();
        var plain = LoadTest.For(app.Host);
        var result = await LoadTest.Compare(plain.Get("/plain"), plain.Get(series.Slowness == Slowness.None ? "/twin" : "/slow"))
            .Within(new ComparisonGates { MaxSlowdownPercent = series.LimitPercent }).RunAsync(cancellationToken);
        return new Record(
            series.Name,
            TimeProvider.System.GetUtcNow(),
            $"{result.Verdict}",
            Stopwatch.GetElapsedTime(begun).TotalSeconds,
            result.RpsRatio?.Value,
            result.RpsRatio is { } ratio ? (ratio.High - ratio.Low) / 2 : null,
            string.Join("; ", result.Gates.Select(g => g.Message).Concat(result.Findings.Select(f => f.Name))) + $"; {result.Slices} slices, generator {result.GeneratorShare:0.00}");
    }
}
