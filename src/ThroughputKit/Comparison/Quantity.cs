using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// The quantity that a gate of a comparison limits: a number estimated from placements. Larger values are worse. Ratios are logarithms, so
/// twice as fast and half as fast are equally far from no difference.
/// </summary>
/// <param name="Gate">The gate's property.</param>
/// <param name="Name">The name of the displayed number, which may have either sign.</param>
/// <param name="Setting">Returns the gate's setting; <see langword="null"/> if it isn't set.</param>
/// <param name="Scale">Converts the gate's setting to the quantity's scale.</param>
/// <param name="Number">Converts a value of the quantity back to the displayed number.</param>
/// <param name="Unit">The unit of that number, as in <see cref="OutcomeFigures"/>.</param>
/// <param name="Estimate">Estimates the quantity; returns <see langword="null"/> if there are too few measurements.</param>
internal sealed record Quantity(
    string Gate,
    string Name,
    Func<ComparisonGates, double?> Setting,
    Func<double, double> Scale,
    Func<double, double> Number,
    string Unit,
    Func<IReadOnlyList<Placement>, IEstimate?> Estimate)
{
    private const int LimitDigits = 6; // converted back, it isn't exact

    /// <summary>Gets the name of the measured quantity, which several gates may limit.</summary>
    public string Measures { get; init; } = Gate;

    /// <summary>Gets whether the quantity is independent of speed.</summary>
    public bool IsExact { get; init; }

    /// <summary>Gets whether the gate's setting is a minimum of the displayed number, which falls as the quantity grows.</summary>
    public bool IsFloor { get; init; }

    /// <summary>Gets the value that the gate's setting must be below.</summary>
    public double Below { get; init; } = double.PositiveInfinity;

    /// <summary>Gets the minimum number of requests required of each side.</summary>
    public int MinRequests { get; init; }

    /// <summary>Returns how many requests the side with fewer of them has.</summary>
    public static long Requests(IReadOnlyList<Placement> placements) =>
        Math.Min(placements.Sum(p => p.Reference.Count), placements.Sum(p => p.Candidate.Count));

    /// <summary>Formats a value of the quantity for display.</summary>
    public string Show(double value) => Unit switch
    {
        OutcomeFigures.Percent => Readable.Percent(Number(value) / 100),
        OutcomeFigures.Bytes => Readable.Number(Number(value), "#,0.0;-#,0.0;0.0"),
        _ => Readable.Limit(Number(value), "#,0.000"),
    };

    /// <summary>Returns a value and its limit, rounded as they are shown; the interval is that of the value in words.</summary>
    public OutcomeFigures Figures(double value, double limit, string interval) => new(
        Math.Round(Number(value), Unit.Length > 0 ? 1 : 3), Math.Round(Number(limit), LimitDigits), Unit, IsFloor,
        $"{Name} {Show(value)}{interval}", Show(limit));

    /// <summary>Formats an interval of the quantity for display, smaller end first.</summary>
    public string ShowInterval(Interval interval) =>
        IsFloor ? $"{Show(interval.High)} to {Show(interval.Low)}" : $"{Show(interval.Low)} to {Show(interval.High)}";

    /// <summary>Formats a difference in the quantity, such as half the width of an interval.</summary>
    public string ShowDifference(double difference) =>
        IsExact ? $"{Readable.Number(difference, "#,0.0")} B per request" : Readable.Percent(Math.Abs(Math.Exp(difference) - 1));

    /// <summary>Returns the limit on the quantity's scale; <see langword="null"/> if the gate isn't set.</summary>
    public double? Limit(ComparisonGates gates) => Setting(gates) is { } limit ? Scale(limit) : null;
}
