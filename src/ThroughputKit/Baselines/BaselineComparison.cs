namespace ThroughputKit.Baselines;

/// <summary>The outcome of comparing a result with its baseline.</summary>
/// <param name="Problems">The reasons why the two can't be compared.</param>
/// <param name="Failures">The figures beyond the tolerance.</param>
/// <param name="Passed">The figures within the tolerance.</param>
/// <param name="Better">The figures better by more than the tolerance.</param>
internal sealed record BaselineComparison(
    IReadOnlyList<Problem> Problems, IReadOnlyList<string> Failures, IReadOnlyList<string> Passed, IReadOnlyList<string> Better)
{
    /// <summary>Gets whether the baseline still matches the measurements.</summary>
    public bool Holds => Problems.Count == 0 && Failures.Count == 0 && Better.Count == 0;
}
