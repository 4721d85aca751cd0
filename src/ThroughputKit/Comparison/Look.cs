namespace ThroughputKit.Comparison;

/// <summary>A planned moment at which the values so far are looked at, to end early what is clear.</summary>
/// <param name="Progress">How much of the measuring is over by then, from 0 to 1.</param>
/// <param name="Share">The share of the chance of a wrong decision that this look may spend.</param>
internal readonly record struct Look(double Progress, double Share);
