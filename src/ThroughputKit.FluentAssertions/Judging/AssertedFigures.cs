using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>The figures that are asserted otherwise than by their gates.</summary>
internal static class AssertedFigures
{
    /// <summary>Gets the maximum latency, which is unsuitable as a gate.</summary>
    public static Figure MaxLatency { get; } = new(
        "MaxMs", FigureKind.Timing, _ => null, r => r.Latency.Count == 0 ? null : r.Latency.Max.TotalMilliseconds, "ms max latency", "N2")
    {
        IsOfLoad = true,
        IsLowerBound = attempts => attempts.Any(a => a.Latency.Unanswered > 0),
        OfAll = attempts => attempts.Max(a => a.Latency.Max).TotalMilliseconds,
        CountsAsItIs = true,
    };

    public static Figure FailurePercent { get; } = Figures.Of(nameof(LoadGates.MaxFailurePercent)) with { Format = @"0.0###\%" };
}
