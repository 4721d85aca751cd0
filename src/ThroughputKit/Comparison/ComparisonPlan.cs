using ThroughputKit.Planning;

namespace ThroughputKit.Comparison;

/// <summary>All settings of a comparison. Immutable.</summary>
internal sealed record ComparisonPlan(LoadPlan Reference, LoadPlan Candidate)
{
    public ComparisonGates Gates { get; init; } = new();

    /// <summary>Gets the maximum time for measuring slices, per pass.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromSeconds(16);

    public int? Seed { get; init; }
}
