using System.Text.Json.Serialization;

namespace ThroughputKit;

/// <summary>A ratio and its 95% confidence interval.</summary>
/// <param name="Value">The ratio of the candidate to the reference.</param>
/// <param name="Low">The lower end of the interval.</param>
/// <param name="High">The upper end of the interval; positive infinity if there were too few measurements for an interval.</param>
[JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] // an unbounded end
public sealed record RatioFigures(double Value, double Low, double High)
{
    private const double Percent = 100;

    /// <summary>Gets whether the interval excludes 1. If not, the measurement can't tell the ratio from 1.</summary>
    public bool IsDistinct => Low > 1 || High < 1;

    /// <summary>Gets the ratio of the reference to itself, which is no measurement.</summary>
    internal static RatioFigures OfReference { get; } = new(1, 1, 1);

    /// <summary>Gets whether there were enough measurements for an interval.</summary>
    internal bool HasInterval => double.IsFinite(High);

    /// <summary>Returns whether both ends of the interval are at most this far from the ratio, in percent of it.</summary>
    internal bool IsWithin(double percent) => Math.Max(High - Value, Value - Low) <= percent / Percent * Value;
}
