namespace ThroughputKit.Testing;

/// <summary>All measurements of a test.</summary>
internal sealed record TestRuns(IReadOnlyList<LoadResult> Results, IReadOnlyList<LoadComparisonResult> Comparisons);
