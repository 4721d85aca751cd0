using ThroughputKit.Findings;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>All quantities that a comparison can be judged by.</summary>
internal static class Quantities
{
    /// <summary>The share of the blocks' values that is trimmed at each end.</summary>
    public const double Trimmed = 0.1;

    // Occasional work, for example of timers, differs by fractions of a byte per request.
    private const double MinBytes = 1;

    // The variation is the difference that two processes seldom exceed.
    private const double VariationInDeviations = 2;

    /// <summary>Gets the quantity that every comparison reports.</summary>
    public static Quantity Rps => All[0];

    public static Quantity P50 => All[2];

    public static Quantity P99 => All[3];

    public static IReadOnlyList<Quantity> All { get; } =
    [
        new(nameof(ComparisonGates.MaxSlowdownPercent), "RPS slowdown", g => g.MaxSlowdownPercent, limit => -Math.Log(1 - (limit / 100)),
            v => 100 * (1 - Math.Exp(-v)), OutcomeFigures.Percent, Slowdown)
        {
            Measures = nameof(Rps),
            Below = 100,
        },
        new(nameof(ComparisonGates.MinRpsRatio), "RPS ratio", g => g.MinRpsRatio, limit => -Math.Log(limit), v => Math.Exp(-v), "", Slowdown)
        {
            Measures = nameof(Rps),
            IsFloor = true,
        },
        Latency(nameof(ComparisonGates.MaxP50IncreasePercent), "p50 increase", g => g.MaxP50IncreasePercent, 50, LatencyFigures.MinForMedian),
        Latency(nameof(ComparisonGates.MaxP99IncreasePercent), "p99 increase", g => g.MaxP99IncreasePercent, 99, LatencyFigures.MinForP99),
        new(
            nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest),
            "extra bytes per request",
            g => g.MaxExtraAllocatedBytesPerRequest,
            limit => Math.Max(limit, MinBytes),
            v => v,
            OutcomeFigures.Bytes,
            placements => Quantity.Requests(placements) < TooFewRequestsRule.ForAllocatedBytes ? null : ExtraBytes(placements))
        {
            IsExact = true,
            MinRequests = TooFewRequestsRule.ForAllocatedBytes,
        },
    ];

    private static Quantity Latency(string gate, string name, Func<ComparisonGates, double?> setting, double percent, int least) =>
        new(
            gate,
            name,
            setting,
            limit => Math.Log(1 + (limit / 100)),
            v => 100 * (Math.Exp(v) - 1),
            OutcomeFigures.Percent,
            placements => OfApps(Percentile(placements, percent, least), placements, isLatency: true))
        { MinRequests = least };

    private static BetweenApps? Slowdown(IReadOnlyList<Placement> placements) =>
        OfApps(Mean(placements, p => Math.Log(p.Reference.Rps) - Math.Log(p.Candidate.Rps)), placements, isLatency: false);

    private static BetweenApps? OfApps(IEstimate? estimate, IReadOnlyList<Placement> placements, bool isLatency) => estimate is null
        ? null
        : new BetweenApps(estimate, BetweenApps.Deviation(placements[0].Apps.Separation, isLatency), placements.DistinctBy(p => p.Apps).Count());

    // Requests that allocate much differ from one process to the next. Enough pairs of processes show by how much; of fewer, it is as much as is known.
    private static IEstimate? ExtraBytes(IReadOnlyList<Placement> placements)
    {
        Placement[][] pairs = [.. placements.GroupBy(p => p.Apps).Select(p => p.ToArray())];
        if (pairs.Length >= Placement.MinCount)
        {
            return Mean(pairs, Extra);
        }

        var estimate = Mean(placements, Extra);
        if (estimate is null || placements[0].Apps.Separation != Separation.Processes)
        {
            return estimate;
        }

        var bytes = placements.SelectMany(p => p.Blocks).Average(b => b.Mean(p => p.Reference.AllocatedBytesPerRequest))!.Value;
        return new BetweenApps(estimate, AllocationFigures.VariationOf(bytes) * bytes / VariationInDeviations, pairs.Length);

        static double? Extra(SlicePair pair) => pair.Candidate.AllocatedBytesPerRequest - pair.Reference.AllocatedBytesPerRequest;
    }

    private static ClusteredMean? Mean(IReadOnlyList<Placement> placements, Func<SlicePair, double?> figure) =>
        Mean([.. placements.Select(p => new[] { p })], figure);

    private static ClusteredMean? Mean(Placement[][] together, Func<SlicePair, double?> figure)
    {
        double[][] clusters =
            [.. together.Select(t => t.SelectMany(p => p.Blocks).Select(b => b.Mean(figure)).OfType<double>().ToArray()).Where(c => c.Length > 0)];
        return clusters.Length < Placement.MinCount ? null : ClusteredMean.Of(clusters, Trimmed);
    }

    private static PercentileRatio? Percentile(IReadOnlyList<Placement> placements, double percent, int least) =>
        placements.Count < Placement.MinCount || Quantity.Requests(placements) < least
            ? null
            : new PercentileRatio([.. placements.Select(p => (p.Reference, p.Candidate))], percent);
}
