namespace ThroughputKit.Running;

/// <summary>Whether the app is steady, and the reason.</summary>
internal readonly record struct SteadyVerdict(bool IsSteady, string Reason);
