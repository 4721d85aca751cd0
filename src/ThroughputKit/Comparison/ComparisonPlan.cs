using ThroughputKit.Planning;

namespace ThroughputKit.Comparison;

/// <summary>Everything a comparison needs to know. Never changed once made.</summary>
internal sealed record ComparisonPlan(LoadPlan Reference, LoadPlan Candidate)
{
    public ComparisonGates Gates { get; init; } = new();

    /// <summary>Gets how long slices are measured at most, each time.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromSeconds(16);

    public int? Seed { get; init; }
}
