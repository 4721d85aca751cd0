using FluentAssertions;
using FluentAssertions.Primitives;
using ThroughputKit.Gates;
using ThroughputKit.Judging;

namespace ThroughputKit;

/// <summary>
/// Assertions on the result of a run: <c>result.Should()</c>. Where a gate would be inconclusive they fail, and the message begins with that word:
/// in a Debug build, for a percentile of too few requests, for a figure whose interval lies on both sides of its limit. None passes on a run
/// in which nothing succeeded, or on part of a run.
/// </summary>
public sealed class LoadResultAssertions : ObjectAssertions<LoadResult?, LoadResultAssertions>
{
    internal LoadResultAssertions(LoadResult? result)
        : base(result)
    {
    }

    /// <inheritdoc/>
    protected override string Identifier => "result";

    /// <summary>Asserts that so many requests a second succeeded, or more.</summary>
    /// <param name="requestsPerSecond">The least that passes. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="requestsPerSecond"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveThroughputOfAtLeast(double requestsPerSecond, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.Throughput, requestsPerSecond);
        return Judge(AssertedFigures.Throughput, requestsPerSecond, because, becauseArgs);
    }

    /// <summary>Asserts that the mean latency is so long, or shorter.</summary>
    /// <param name="milliseconds">The most that passes, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveMeanLatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.Mean, milliseconds);
        return Judge(AssertedFigures.Mean, milliseconds, because, becauseArgs);
    }

    /// <summary>Asserts that the median latency is so long, or shorter. It takes 20 requests.</summary>
    /// <param name="milliseconds">The most that passes, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP50LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.P50, milliseconds);
        return Judge(AssertedFigures.P50, milliseconds, because, becauseArgs);
    }

    /// <summary>Asserts that the 95th percentile of the latency is so long, or shorter. It takes 200 requests.</summary>
    /// <param name="milliseconds">The most that passes, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP95LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.P95, milliseconds);
        return Judge(AssertedFigures.P95, milliseconds, because, becauseArgs);
    }

    /// <summary>Asserts that the 99th percentile of the latency is so long, or shorter. It takes 1,000 requests.</summary>
    /// <param name="milliseconds">The most that passes, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP99LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.P99, milliseconds);
        return Judge(AssertedFigures.P99, milliseconds, because, becauseArgs);
    }

    /// <summary>Asserts that no request took longer, nor waited longer in vain. One slow moment of the machine is enough for it to fail.</summary>
    /// <param name="milliseconds">The most that passes, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveMaxLatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.Max, milliseconds);
        return Judge(AssertedFigures.Max, milliseconds, because, becauseArgs);
    }

    /// <summary>Asserts that no request failed.</summary>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveNoFailures(string because = "", params object[] becauseArgs) =>
        Judge(AssertedFigures.Failures, 0, because, becauseArgs);

    /// <summary>Asserts that so many requests failed, or fewer.</summary>
    /// <param name="requests">The most that passes. Allowed: zero or more.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="requests"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveFailuresOfAtMost(long requests, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.Failures, requests);
        return Judge(AssertedFigures.Failures, requests, because, becauseArgs);
    }

    /// <summary>Asserts that such a share of the requests that were sent failed, or a smaller one.</summary>
    /// <param name="percent">The most that passes, in percent. Allowed: zero up to, not including, 100.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveFailuresOfAtMostPercent(double percent, string because = "", params object[] becauseArgs)
    {
        Argument.CheckPercent(percent);
        return Judge(AssertedFigures.FailurePercent, percent, because, becauseArgs);
    }

    /// <summary>Asserts that such a share of the requests that a set rate had planned was never sent, or a smaller one.</summary>
    /// <param name="percent">The most that passes, in percent. Allowed: zero up to, not including, 100.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveUnsentOfAtMostPercent(double percent, string because = "", params object[] becauseArgs)
    {
        Argument.CheckPercent(percent);
        return Judge(AssertedFigures.UnsentPercent, percent, because, becauseArgs);
    }

    /// <summary>
    /// Asserts that the app allocated so many bytes for each response, or fewer: by <see cref="MemoryFigures.Allocation"/> if the run has it, and
    /// otherwise by <see cref="MemoryFigures.AllocatedBytesPerRequest"/>.
    /// </summary>
    /// <param name="bytes">The most that passes, in bytes. Allowed: zero or more.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> makes no sense as a limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveAllocatedBytesPerRequestOfAtMost(double bytes, string because = "", params object[] becauseArgs)
    {
        Argument.CheckLimit(AssertedFigures.AllocatedBytes, bytes);
        return Judge(AssertedFigures.AllocatedBytes, bytes, because, becauseArgs);
    }

    /// <summary>Asserts that every request had a response of this status: one without a whole response fails it too.</summary>
    /// <param name="status">The status. Allowed: 100 to 999.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="status"/> is none.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveOnlyStatus(int status, string because = "", params object[] becauseArgs)
    {
        Argument.CheckStatus(status);
        return Report($"only status {status}", StatusJudgement.OfOnly(Subject, [status]), because, becauseArgs);
    }

    /// <summary>Asserts that every request had a response of one of these statuses: one without a whole response fails it too.</summary>
    /// <param name="statuses">The statuses, one or more. Allowed: 100 to 999.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentException">There are none.</exception>
    /// <exception cref="ArgumentOutOfRangeException">One of them is no status.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveOnlyStatuses(IEnumerable<int> statuses, string because = "", params object[] becauseArgs)
    {
        var allowed = Argument.CheckStatuses(statuses);
        return Report($"only statuses {string.Join(", ", allowed)}", StatusJudgement.OfOnly(Subject, allowed), because, becauseArgs);
    }

    /// <summary>Asserts that no response had this status. Requests without a whole response have none.</summary>
    /// <param name="status">The status. Allowed: 100 to 999.</param>
    /// <param name="because">Why, as a phrase that <see cref="string.Format(string, object[])"/> fills in; it need not begin with "because".</param>
    /// <param name="becauseArgs">What <paramref name="because"/> is filled in with.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="status"/> is none.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveNoStatus(int status, string because = "", params object[] becauseArgs)
    {
        Argument.CheckStatus(status);
        return Report($"no status {status}", StatusJudgement.OfNone(Subject, status), because, becauseArgs);
    }

    [CustomAssertion]
    private AndConstraint<LoadResultAssertions> Judge(Figure figure, double limit, string because, object[] becauseArgs) =>
        Report(GateText.Expected(figure, limit), FigureJudgement.Of(Subject, figure, limit), because, becauseArgs);

    [CustomAssertion]
    private AndConstraint<LoadResultAssertions> Report(string expected, Judgement judgement, string because, object[] becauseArgs)
    {
        Failure.ReportIfAny(judgement, $"have {expected}", "result", Subject, because, becauseArgs);
        return new AndConstraint<LoadResultAssertions>(this);
    }
}
