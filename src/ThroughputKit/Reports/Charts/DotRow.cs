namespace ThroughputKit.Reports;

/// <summary>A ratio in a <see cref="DotChart"/>.</summary>
/// <param name="Name">The name.</param>
/// <param name="Ratio">The ratio, without an interval that says nothing.</param>
/// <param name="Note">What it says.</param>
internal sealed record DotRow(string Name, RatioFigures Ratio, string Note)
{
    /// <summary>Gets the limit; <see langword="null"/> if there is none.</summary>
    public double? Limit { get; init; }
}
