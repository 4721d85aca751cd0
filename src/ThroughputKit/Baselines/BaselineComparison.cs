namespace ThroughputKit.Baselines;

/// <summary>What came of comparing a result with its baseline.</summary>
/// <param name="Problems">Why it can't be compared.</param>
/// <param name="Failures">The figures that are beyond the tolerance.</param>
/// <param name="Passed">The figures that are within it.</param>
/// <param name="Better">The figures that are better by more than it.</param>
internal sealed record BaselineComparison(
    IReadOnlyList<Problem> Problems, IReadOnlyList<string> Failures, IReadOnlyList<string> Passed, IReadOnlyList<string> Better)
{
    /// <summary>Gets whether the baseline still says what was measured.</summary>
    public bool Holds => Problems.Count == 0 && Failures.Count == 0 && Better.Count == 0;
}
