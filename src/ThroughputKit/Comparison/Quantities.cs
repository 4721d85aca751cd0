namespace ThroughputKit.Comparison;

/// <summary>Every quantity that a comparison can be judged by.</summary>
internal static class Quantities
{
    /// <summary>Gets the quantity that every comparison reports.</summary>
    public static Quantity Rps => All[0];

    public static IReadOnlyList<Quantity> All { get; } =
    [
        Ratio(nameof(ComparisonGates.MaxSlowdownPercent), "lower RPS", g => g.MaxSlowdownPercent, limit => -Math.Log(1 - (limit / 100)), Slowdown, v => Readable.Percent(1 - Math.Exp(-v))) with { IsRps = true },
        Ratio(nameof(ComparisonGates.MinRpsRatio), "of the reference's RPS", g => g.MinRpsRatio, limit => -Math.Log(limit), Slowdown, v => Readable.Limit(Math.Exp(-v), "#,0.000")) with { IsRps = true, IsShownReversed = true },
        Ratio(nameof(ComparisonGates.MaxP50IncreasePercent), "higher p50 latency", g => g.MaxP50IncreasePercent, limit => Math.Log(1 + (limit / 100)), p => Increase(p, s => s.P50), v => Readable.Percent(Math.Exp(v) - 1)),
        Ratio(nameof(ComparisonGates.MaxP99IncreasePercent), "higher p99 latency", g => g.MaxP99IncreasePercent, limit => Math.Log(1 + (limit / 100)), p => Increase(p, s => s.P99), v => Readable.Percent(Math.Exp(v) - 1)),
        new(
            nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest),
            "B more a request",
            g => g.MaxExtraAllocatedBytesPerRequest,
            limit => Math.Max(limit, LeastBytes),
            p => p.Candidate.AllocatedBytesPerRequest - p.Reference.AllocatedBytesPerRequest,
            v => Readable.Number(v, "#,0.0;-#,0.0;0.0"),
            v => Readable.Number(v, "#,0.0") + " B a request") { IsExact = true },
    ];

    // What is done once in a while, such as by timers, differs by parts of a byte a request.
    private const double LeastBytes = 1;

    private static Quantity Ratio(
        string gate, string unit, Func<ComparisonGates, double?> setting, Func<double, double> scale, Func<SlicePair, double?> value, Func<double, string> show) =>
        new(gate, unit, setting, scale, value, show, v => Readable.Percent(Math.Abs(Math.Exp(v) - 1)));

    private static double? Slowdown(SlicePair pair) => Log(pair.Reference.Rps) - Log(pair.Candidate.Rps);

    private static double? Increase(SlicePair pair, Func<Slice, long> latency) => Log(latency(pair.Candidate)) - Log(latency(pair.Reference));

    private static double? Log(double? value) => value is > 0 ? Math.Log(value.Value) : null;
}
