namespace ThroughputKit.Testing;

/// <summary>Everything that a test measured.</summary>
internal sealed record Measured(IReadOnlyList<LoadResult> Results, IReadOnlyList<LoadComparisonResult> Comparisons);
