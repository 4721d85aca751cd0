using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// What a gate of a comparison is about: a number that is estimated from placements, of which larger is worse. Ratios are taken as
/// logarithms, so that twice as fast and half as fast lie equally far from no difference.
/// </summary>
/// <param name="Gate">The gate's property.</param>
/// <param name="Unit">What stands behind a number that is shown.</param>
/// <param name="Setting">Reads what the gate is set to, <see langword="null"/> if it isn't set.</param>
/// <param name="Scale">Makes such a number of what the gate is set to.</param>
/// <param name="Estimate">Estimates the number; <see langword="null"/> if too little was measured for it.</param>
/// <param name="Show">Writes such a number for people, without the unit.</param>
/// <param name="ShowMargin">Writes half the width of an interval of such numbers.</param>
internal sealed record Quantity(
    string Gate,
    string Unit,
    Func<ComparisonGates, double?> Setting,
    Func<double, double> Scale,
    Func<IReadOnlyList<Placement>, IEstimate?> Estimate,
    Func<double, string> Show,
    Func<double, string> ShowMargin)
{
    /// <summary>Gets the name of what is measured, which several gates may limit.</summary>
    public string Measures { get; init; } = Gate;

    /// <summary>Gets whether what is measured doesn't depend on how fast anything is.</summary>
    public bool IsExact { get; init; }

    /// <summary>Gets whether what is shown falls as the number grows.</summary>
    public bool IsShownReversed { get; init; }

    /// <summary>Gets how many latencies of each side it takes.</summary>
    public int LeastLatencies { get; init; }

    /// <summary>Writes an interval of such numbers for people, the smaller end first.</summary>
    public string ShowInterval(Interval interval) =>
        IsShownReversed ? $"{Show(interval.High)} to {Show(interval.Low)}" : $"{Show(interval.Low)} to {Show(interval.High)}";

    /// <summary>The limit as such a number, <see langword="null"/> if the gate isn't set.</summary>
    public double? Limit(ComparisonGates gates) => Setting(gates) is { } limit ? Scale(limit) : null;
}
