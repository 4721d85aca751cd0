namespace ThroughputKit.Baselines;

/// <summary>One setting that differs from the baseline.</summary>
/// <param name="Setting">The name of the setting.</param>
/// <param name="Now">The current value.</param>
/// <param name="Approved">The approved value.</param>
/// <param name="Remedy">The remedy.</param>
internal sealed record SettingsDifference(string Setting, string Now, string Approved, string Remedy);
