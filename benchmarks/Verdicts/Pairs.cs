using System.Globalization;
using ThroughputKit;
using ThroughputKit.Comparison;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace Verdicts;

/// <summary>How much pairs of identical code differ for as long as they run: what no placement's spread shows.</summary>
internal static class Pairs
{
    public const string Name = "pairs of identical code";

    private const int Count = 16;

    private static readonly TimeSpan _length = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan _placement = TimeSpan.FromMilliseconds(150);

    /// <summary>Gets how long each pair is measured.</summary>
    public static TimeSpan Length => _length;

    public static async Task RunAsync(Records records, CancellationToken cancellationToken)
    {
        foreach (var between in Enum.GetValues<Between>())
        {
            var series = $"{Name}, {between}";
            if (records.Of(series).Count == 0)
            {
                var pairs = await MeasureAsync(between, cancellationToken);
                records.Add(new Record(series, TimeProvider.System.GetUtcNow(), "", pairs.Count * Length.TotalSeconds, Deviation(pairs.Select(Rps)), null, Describe(pairs)));
            }

            Console.WriteLine($"{series}: {records.Of(series)[^1].Note}");
        }
    }

    /// <summary>Measures several pairs one after another.</summary>
    public static async Task<IReadOnlyList<IReadOnlyList<Placement>>> MeasureAsync(Between between, CancellationToken cancellationToken)
    {
        List<IReadOnlyList<Placement>> pairs = [];
        while (pairs.Count < Count)
        {
            await using var one = await new SlowApp(Slowness.None, 0).StartAsync();
            await using var two = await new SlowApp(Slowness.None, 0).StartAsync();
            var (reference, candidate) = between switch
            {
                Between.Processes => (Process(), Process()),
                Between.Apps => ((one.Target, "/plain"), (two.Target, "/plain")),
                _ => ((one.Target, "/plain"), (one.Target, "/twin")),
            };
            pairs.Add(await LongRun.MeasureAsync(reference, candidate, SliceLength.Shortest, _placement, _length, cancellationToken));
        }

        return pairs;
    }

    private static string Describe(IReadOnlyList<IReadOnlyList<Placement>> pairs) => string.Create(
        CultureInfo.InvariantCulture,
        $"RPS {Deviation(pairs.Select(Rps)):0.00%}, p50 {Deviation(pairs.Select(p => (IEstimate)new PercentileRatio([.. p.Select(x => (x.Reference, x.Candidate))], 50))):0.00%}, of {pairs.Count} pairs");

    // By the spread between its placements.
    private static IEstimate Rps(IReadOnlyList<Placement> pair) =>
        ClusteredMean.Of([.. pair.Select(p => p.Blocks.Select(b => b.Mean(s => Math.Log(s.Reference.Rps) - Math.Log(s.Candidate.Rps))!.Value).ToArray())], Quantities.Trimmed);

    // Between true values, of which there are estimates: the variance of these less what their own errors explain.
    private static double Deviation(IEnumerable<IEstimate> estimates)
    {
        IEstimate[] all = [.. estimates];
        var mean = all.Average(e => e.Center);
        var variance = all.Sum(e => Math.Pow(e.Center - mean, 2)) / (all.Length - 1);
        return Math.Sqrt(Math.Max(0, variance - all.Average(e => Math.Pow(e.Within(0.1587).HalfWidth, 2)))); // one standard error
    }

    private static (ILoadTarget, string) Process()
    {
        var options = new PublishedAppOptions();
        SlowApp.Serve(options);
        return (new PublishedAppTarget(AppContext.BaseDirectory, options), "/plain");
    }
}
