using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>The figures that can be asserted: those of gates, and the maximum latency, which is unsuitable as a gate.</summary>
internal static class AssertedFigures
{
    public static Figure Throughput { get; } = Figures.Of(nameof(LoadGates.MinRps));

    public static Figure Mean { get; } = Figures.Of(nameof(LoadGates.MaxMeanMs));

    public static Figure P50 { get; } = Figures.Of(nameof(LoadGates.MaxP50Ms));

    public static Figure P95 { get; } = Figures.Of(nameof(LoadGates.MaxP95Ms));

    public static Figure P99 { get; } = Figures.Of(nameof(LoadGates.MaxP99Ms));

    public static Figure Max { get; } = new(
        "MaxMs", FigureKind.Timing, _ => null, r => r.Latency.Count == 0 ? null : r.Latency.Max.TotalMilliseconds, "ms max latency", "N2")
    {
        IsOfLoad = true,
        IsLowerBound = attempts => attempts.Any(a => a.Latency.Censored > 0),
        OfAll = attempts => attempts.Max(a => a.Latency.Max).TotalMilliseconds,
        CountsAsItIs = true,
    };

    public static Figure Failures { get; } = Figures.Of(nameof(LoadGates.MaxFailures));

    public static Figure FailurePercent { get; } = Figures.Of(nameof(LoadGates.MaxFailurePercent)) with { Format = @"0.0###\%" };

    public static Figure UnsentPercent { get; } = Figures.Of(nameof(LoadGates.MaxUnsentPercent));

    public static Figure AllocatedBytes { get; } = Figures.Of(nameof(LoadGates.MaxAllocatedBytesPerRequest));
}
