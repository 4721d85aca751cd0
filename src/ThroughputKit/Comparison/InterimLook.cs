namespace ThroughputKit.Comparison;

/// <summary>A planned look at the values so far, which ends clear cases early.</summary>
/// <param name="Progress">The completed share of the measuring time at the look, from 0 to 1.</param>
/// <param name="Share">The share of the error probability that this look may spend.</param>
internal readonly record struct InterimLook(double Progress, double Share);
