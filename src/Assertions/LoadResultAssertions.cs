using System.Runtime.CompilerServices;
using ThroughputKit.Gates;
using ThroughputKit.Judging;

namespace ThroughputKit;

/// <summary>
/// Assertions on the result of a run: <c>result.Should()</c>. An assertion fails if a gate would be inconclusive, and the message begins with
/// "Inconclusive". This is so in a Debug build, for a percentile of too few requests, and for a figure whose confidence interval lies on both sides of its
/// limit. No assertion passes if no request succeeded, or on part of a run.
/// </summary>
public sealed class LoadResultAssertions : ObjectAssertions<LoadResult?, LoadResultAssertions>
{
    internal LoadResultAssertions(LoadResult? result)
#if AwesomeAssertions
        : base(result, AssertionChain.GetOrCreate())
#else
        : base(result)
#endif
    {
    }

    /// <inheritdoc/>
    protected override string Identifier => "result";

    /// <summary>Asserts that the successful requests per second are at least this many.</summary>
    /// <param name="requestsPerSecond">The minimum number of successful requests per second. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="requestsPerSecond"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveRpsOfAtLeast(double requestsPerSecond, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MinRps), requestsPerSecond, because, becauseArgs);

    /// <summary>Asserts that the mean latency is at most this long.</summary>
    /// <param name="milliseconds">The maximum, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveMeanLatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxMeanLatencyMs), milliseconds, because, becauseArgs);

    /// <summary>Asserts that the median latency is at most this long. At least 20 requests are needed.</summary>
    /// <param name="milliseconds">The maximum, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP50LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxP50LatencyMs), milliseconds, because, becauseArgs);

    /// <summary>Asserts that the 95th percentile of the latency is at most this long. At least 200 requests are needed.</summary>
    /// <param name="milliseconds">The maximum, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP95LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxP95LatencyMs), milliseconds, because, becauseArgs);

    /// <summary>Asserts that the 99th percentile of the latency is at most this long. At least 1,000 requests are needed.</summary>
    /// <param name="milliseconds">The maximum, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveP99LatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxP99LatencyMs), milliseconds, because, becauseArgs);

    /// <summary>
    /// Asserts that no request took longer than this, nor waited longer without getting a response. One slow moment of the machine is enough for a failure.
    /// </summary>
    /// <param name="milliseconds">The maximum, in milliseconds. Allowed: above zero.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="milliseconds"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveMaxLatencyOfAtMost(double milliseconds, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxLatencyMs), milliseconds, because, becauseArgs);

    /// <summary>Asserts that no request failed.</summary>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveNoFailures(string because = "", params object[] becauseArgs) =>
        HaveFailuresOfAtMost(0, because, becauseArgs);

    /// <summary>Asserts that at most this many requests failed.</summary>
    /// <param name="requests">The maximum number of failed requests. Allowed: zero or more.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="requests"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveFailuresOfAtMost(long requests, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxFailures), requests, because, becauseArgs);

    /// <summary>Asserts that at most this share of the sent requests failed.</summary>
    /// <param name="percent">The maximum share, in percent. Allowed: zero up to, but not including, 100.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveFailuresOfAtMostPercent(double percent, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxFailurePercent), percent, because, becauseArgs);

    /// <summary>Asserts that at most this share of the requests planned by a set rate was never sent.</summary>
    /// <param name="percent">The maximum share, in percent. Allowed: zero up to, but not including, 100.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveUnsentOfAtMostPercent(double percent, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxUnsentPercent), percent, because, becauseArgs);

    /// <summary>
    /// Asserts that the app allocated at most this many bytes per response. The figure is that of <see cref="MemoryFigures.Allocation"/> if the run has it,
    /// and otherwise <see cref="MemoryFigures.AllocatedBytesPerRequest"/>.
    /// </summary>
    /// <param name="bytes">The maximum, in bytes. Allowed: zero or more.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is not a valid limit.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveAllocatedBytesPerRequestOfAtMost(double bytes, string because = "", params object[] becauseArgs) =>
        Judge(nameof(LoadGates.MaxAllocatedBytesPerRequest), bytes, because, becauseArgs);

    /// <summary>
    /// Asserts that the result is within all limits that are set, as <see cref="LoadTest.Within(LoadGates)"/> would judge them. With neither
    /// <see cref="LoadGates.MaxFailures"/> nor <see cref="LoadGates.MaxFailurePercent"/> set, any failed request fails.
    /// </summary>
    /// <param name="gates">The limits.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="LoadTestException">A limit is not valid; the message has all problems.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> BeWithin(LoadGates gates, string because = "", params object[] becauseArgs)
    {
        ArgumentNullException.ThrowIfNull(gates);
        LoadTestException.ThrowIfAny([.. GateRules.Check(gates)]);
        return Report("be within its limits", Judgement.OfGates(Subject, gates), because, becauseArgs);
    }

    /// <summary>Asserts that every request had a response with this status. A request without a complete response fails the assertion too.</summary>
    /// <param name="status">The status. Allowed: 100 to 999.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="status"/> is not a valid status.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveOnlyStatus(int status, string because = "", params object[] becauseArgs)
    {
        Argument.CheckStatus(status);
        return Report($"have only status {status}", Judgement.OfOnlyStatuses(Subject, [status]), because, becauseArgs);
    }

    /// <summary>Asserts that every request had a response with one of these statuses. A request without a complete response fails the assertion too.</summary>
    /// <param name="statuses">The statuses, one or more. Allowed: 100 to 999.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentException"><paramref name="statuses"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">One of the statuses is not valid.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> HaveOnlyStatuses(IEnumerable<int> statuses, string because = "", params object[] becauseArgs)
    {
        var allowed = Argument.CheckStatuses(statuses);
        return Report($"have only statuses {string.Join(", ", allowed)}", Judgement.OfOnlyStatuses(Subject, allowed), because, becauseArgs);
    }

    /// <summary>Asserts that no response had this status. Requests without a complete response have no status.</summary>
    /// <param name="status">The status. Allowed: 100 to 999.</param>
    /// <param name="because">The reason, as a format string for <see cref="string.Format(string, object[])"/>. It need not begin with "because".</param>
    /// <param name="becauseArgs">The arguments for <paramref name="because"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="status"/> is not a valid status.</exception>
    [CustomAssertion]
    public AndConstraint<LoadResultAssertions> NotHaveStatus(int status, string because = "", params object[] becauseArgs)
    {
        Argument.CheckStatus(status);
        return Report($"have no status {status}", Judgement.OfNoStatus(Subject, status), because, becauseArgs);
    }

    [CustomAssertion]
    private AndConstraint<LoadResultAssertions> Judge(
        string gate, double limit, string because, object[] becauseArgs, [CallerArgumentExpression(nameof(limit))] string parameter = "")
    {
        var figure = Figures.Of(gate);
        Argument.CheckLimit(figure, limit, parameter);
        return Report($"have {GateText.Expected(figure, limit)}", Judgement.OfFigure(Subject, figure, limit), because, becauseArgs);
    }

    [CustomAssertion]
    private AndConstraint<LoadResultAssertions> Report(string expected, Judgement judgement, string because, object[] becauseArgs)
    {
        Failure.ReportIfAny(judgement, expected, "result", Subject, because, becauseArgs);
        return new AndConstraint<LoadResultAssertions>(this);
    }
}
