namespace ThroughputKit;

/// <summary>A ratio and its 95% confidence interval.</summary>
/// <param name="Value">The ratio of the candidate to the reference.</param>
/// <param name="Low">The lower end of the interval.</param>
/// <param name="High">The upper end of the interval.</param>
public sealed record RatioFigures(double Value, double Low, double High);
