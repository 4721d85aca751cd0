using ThroughputKit.Judging;

namespace ThroughputKit;

/// <summary>
/// Assertions on the result of a comparison: <c>comparison.Should()</c>. An inconclusive assertion fails, and the message begins with "Inconclusive".
/// For one side alone, use <c>comparison.Candidate.Should()</c>.
/// </summary>
public sealed class LoadComparisonResultAssertions : ObjectAssertions<LoadComparisonResult?, LoadComparisonResultAssertions>
{
    internal LoadComparisonResultAssertions(LoadComparisonResult? comparison)
#if AwesomeAssertions
        : base(comparison, AssertionChain.GetOrCreate())
#else
        : base(comparison)
#endif
    {
    }

    /// <inheritdoc/>
    protected override string Identifier => "comparison";

    /// <summary>
    /// Asserts that there are gates and that all of them passed. Unlike <see cref="Verification.Verify(LoadComparisonResult, InconclusivePolicy)"/>, it fails
    /// if noise made a gate inconclusive.
    /// </summary>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    [CustomAssertion]
    public AndConstraint<LoadComparisonResultAssertions> HavePassed(string because = "", params object[] becauseArgs) =>
        Report("have passed its gates", ComparisonJudgement.OfGates(Subject), because, becauseArgs);

    /// <summary>
    /// Asserts that the ratio of the candidate's RPS to the reference's is at least this high. The whole confidence interval of
    /// <see cref="LoadComparisonResult.RpsRatio"/> must be. Prefer <see cref="ComparisonGates.MinRpsRatio"/>: the comparison then continues until the outcome
    /// is clear, and repeats a measurement that fails.
    /// </summary>
    /// <param name="ratio">The minimum ratio. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="ratio"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadComparisonResultAssertions> HaveRpsRatioOfAtLeast(double ratio, string because = "", params object[] becauseArgs)
    {
        Argument.CheckRatio(ratio);
        var expected = FormattableString.Invariant($"have at least {ratio:0.000#} times the reference's RPS");
        return Report(expected, ComparisonJudgement.OfRatio(Subject, ratio), because, becauseArgs);
    }

    [CustomAssertion]
    private AndConstraint<LoadComparisonResultAssertions> Report(string expected, Judgement judgement, string because, object[] becauseArgs)
    {
        Failure.ReportIfAny(judgement, expected, "comparison", Subject, because, becauseArgs);
        return new AndConstraint<LoadComparisonResultAssertions>(this);
    }
}
