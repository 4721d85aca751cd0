namespace ThroughputKit.Baselines;

/// <summary>One setting that is another than the baseline's.</summary>
/// <param name="Setting">What it is about.</param>
/// <param name="Now">What it is.</param>
/// <param name="Approved">What it was.</param>
/// <param name="Mend">How to mend it.</param>
internal sealed record SettingsDifference(string Setting, string Now, string Approved, string Mend);
