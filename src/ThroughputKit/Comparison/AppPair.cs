namespace ThroughputKit.Comparison;

/// <summary>The apps that a placement is of.</summary>
/// <param name="Number">Which pair of apps it is. Two pairs have no app in common.</param>
/// <param name="Apart">What the two don't share.</param>
internal readonly record struct AppPair(int Number, Apart Apart);
