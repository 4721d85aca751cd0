using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>All measurements of a test.</summary>
/// <param name="Verdicts">The verdict of the gates on each result.</param>
/// <param name="Comparisons">The results of comparisons.</param>
internal sealed record TestRuns(IReadOnlyList<Verdict> Verdicts, IReadOnlyList<LoadComparisonResult> Comparisons);
