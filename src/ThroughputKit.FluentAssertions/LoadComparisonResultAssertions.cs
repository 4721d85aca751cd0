using FluentAssertions;
using FluentAssertions.Primitives;
using ThroughputKit.Judging;

namespace ThroughputKit;

/// <summary>
/// Assertions on the result of a comparison: <c>comparison.Should()</c>. What is inconclusive fails, and the message begins with that word. For a
/// side alone there is <c>comparison.Candidate.Should()</c>.
/// </summary>
public sealed class LoadComparisonResultAssertions : ObjectAssertions<LoadComparisonResult?, LoadComparisonResultAssertions>
{
    internal LoadComparisonResultAssertions(LoadComparisonResult? comparison)
        : base(comparison)
    {
    }

    /// <inheritdoc/>
    protected override string Identifier => "comparison";

    /// <summary>
    /// Asserts that there are gates and that all have passed. Unlike <see cref="LoadComparisonResult.Verify"/>, it fails where noise made one
    /// inconclusive.
    /// </summary>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    [CustomAssertion]
    public AndConstraint<LoadComparisonResultAssertions> HavePassed(string because = "", params object[] becauseArgs) =>
        Report("have passed its gates", ComparisonJudgement.OfGates(Subject), because, becauseArgs);

    /// <summary>
    /// Asserts that the candidate's RPS are so many times the reference's, or more, with the whole interval of
    /// <see cref="LoadComparisonResult.RpsRatio"/>. <see cref="ComparisonGates.MinRpsRatio"/> is better: the comparison then lasts until it is clear,
    /// and measures again what fails.
    /// </summary>
    /// <param name="ratio">The least that passes. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="ratio"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadComparisonResultAssertions> HaveThroughputRatioOfAtLeast(double ratio, string because = "", params object[] becauseArgs)
    {
        Argument.CheckRatio(ratio);
        return Report(FormattableString.Invariant($"have at least {ratio:0.000#} of the reference's RPS"), ComparisonJudgement.OfRatio(Subject, ratio), because, becauseArgs);
    }

    [CustomAssertion]
    private AndConstraint<LoadComparisonResultAssertions> Report(string expected, Judgement judgement, string because, object[] becauseArgs)
    {
        Failure.ReportIfAny(judgement, expected, "comparison", Subject, because, becauseArgs);
        return new AndConstraint<LoadComparisonResultAssertions>(this);
    }
}
