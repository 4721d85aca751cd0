namespace ThroughputKit.Measurement;

/// <summary>Whether the app is steady, and why or why not.</summary>
internal readonly record struct SteadyVerdict(bool IsSteady, string Reason);
