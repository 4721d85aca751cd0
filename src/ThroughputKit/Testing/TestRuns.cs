namespace ThroughputKit.Testing;

/// <summary>Everything that a test measured.</summary>
internal sealed record TestRuns(IReadOnlyList<LoadResult> Results, IReadOnlyList<LoadComparisonResult> Comparisons);
