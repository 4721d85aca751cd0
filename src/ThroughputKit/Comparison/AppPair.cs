namespace ThroughputKit.Comparison;

/// <summary>The pair of apps that a placement measures.</summary>
/// <param name="Number">The number of the pair. Two pairs have no app in common.</param>
/// <param name="Separation">The level at which the two sides are separate.</param>
internal readonly record struct AppPair(int Number, Separation Separation);
