using System.Globalization;

namespace ThroughputKit.Comparison;

/// <summary>Every quantity that a comparison can be judged by.</summary>
internal static class Quantities
{
    /// <summary>Gets the quantity that every comparison reports.</summary>
    public static Quantity Rps => All[0];

    public static IReadOnlyList<Quantity> All { get; } =
    [
        Ratio(nameof(ComparisonGates.MaxSlowdownPercent), g => g.MaxSlowdownPercent, limit => -Math.Log(1 - (limit / 100)), Slowdown, v => Percent(Math.Exp(-v) - 1) + " RPS") with { IsShownReversed = true },
        Ratio(nameof(ComparisonGates.MinRpsRatio), g => g.MinRpsRatio, limit => -Math.Log(limit), Slowdown, v => Math.Exp(-v).ToString("0.000", CultureInfo.InvariantCulture) + " of the reference's RPS") with { IsShownReversed = true },
        Ratio(nameof(ComparisonGates.MaxP50IncreasePercent), g => g.MaxP50IncreasePercent, limit => Math.Log(1 + (limit / 100)), p => Increase(p, s => s.P50), v => Percent(Math.Exp(v) - 1) + " p50 latency"),
        Ratio(nameof(ComparisonGates.MaxP99IncreasePercent), g => g.MaxP99IncreasePercent, limit => Math.Log(1 + (limit / 100)), p => Increase(p, s => s.P99), v => Percent(Math.Exp(v) - 1) + " p99 latency"),
        new(
            nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest),
            g => g.MaxExtraAllocatedBytesPerRequest,
            limit => limit,
            p => p.Candidate.AllocatedBytesPerRequest - p.Reference.AllocatedBytesPerRequest,
            v => v.ToString("+#,0.0;-#,0.0;0.0", CultureInfo.InvariantCulture) + " B a request",
            v => v.ToString("#,0.0", CultureInfo.InvariantCulture) + " B a request") { IsExact = true },
    ];

    private static Quantity Ratio(
        string gate, Func<ComparisonGates, double?> setting, Func<double, double> scale, Func<SlicePair, double?> value, Func<double, string> show) =>
        new(gate, setting, scale, value, show, v => Math.Abs(Math.Exp(v) - 1).ToString("0.0%", CultureInfo.InvariantCulture));

    private static double? Slowdown(SlicePair pair) => Log(Throughput(pair.Reference)) - Log(Throughput(pair.Candidate));

    // A slice that lay wholly within a pause has no logarithm; half a request stands for none.
    private static double Throughput(Slice slice) => Math.Max(slice.Succeeded, 0.5) / slice.Length.TotalSeconds;

    private static double? Increase(SlicePair pair, Func<Slice, long> latency) => Log(latency(pair.Candidate)) - Log(latency(pair.Reference));

    private static double? Log(double? value) => value is > 0 ? Math.Log(value.Value) : null;

    private static string Percent(double share) => share.ToString("+0.0%;-0.0%;0.0%", CultureInfo.InvariantCulture);
}
