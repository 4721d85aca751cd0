using ThroughputKit.Recording;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

/// <summary>Whether a rate held, and why it did not.</summary>
public class StepJudgeTests
{
    [Fact]
    public void Holds_within_the_limit() => Assert.Null(StepJudge.WhyNot(Result(), 10.1));

    [Fact]
    public void Late_sends_that_stay_within_the_limit_hold() => Assert.Null(StepJudge.WhyNot(Result(late: 900), 10.1));

    [Fact]
    public void A_few_unsent_requests_hold() => Assert.Null(StepJudge.WhyNot(Result(unsent: 10), 10.1));

    [Fact]
    public void Slow_responses_do_not_hold() => Assert.Equal("p99 is 10.00 ms", StepJudge.WhyNot(Result(late: 500, forConnection: 500), 9));

    [Fact]
    public void A_late_generator_is_not_blamed_on_the_app() => Assert.Equal(
        "p99 is 10.00 ms; 450 of 1,000 requests were sent late although a connection was free: the generator had to wait for the processor, so this is a limit of the machine, not of the app",
        StepJudge.WhyNot(Result(late: 500, forConnection: 50), 9));

    [Fact]
    public void More_unsent_requests_do_not_hold() => Assert.Equal(
        "11 of 1,000 requests were never sent, because no connection was free", StepJudge.WhyNot(Result(unsent: 11), 10.1));

    [Fact]
    public void A_limit_that_is_met_only_if_unsent_requests_are_fast_does_not_hold()
    {
        var (fast, slow) = (new LatencyHistogram(), new LatencyHistogram());
        Enumerable.Range(0, 991).ToList().ForEach(i => fast.Record(i < 985 ? 1_000_000 : 20_000_000));
        Enumerable.Range(0, 9).ToList().ForEach(_ => slow.Record(2_000_000));

        Assert.Equal(
            "p99 is over the limit if the 9 requests that were never answered are slow",
            StepJudge.WhyNot(Result(unsent: 9) with { Latency = new LatencyFigures(fast, slow) }, 10.1));
    }

    [Fact]
    public void Waits_that_never_ended_are_reported_as_lower_bounds()
    {
        var (fast, slow) = (new LatencyHistogram(), new LatencyHistogram());
        fast.Record(1_000_000);
        slow.Record(3_000_000_000);

        Assert.StartsWith(
            "500 of 1,000 requests were never sent, because no connection was free; p99 is at least 3,0",
            StepJudge.WhyNot(Result(unsent: 500) with { Latency = new LatencyFigures(fast, slow) }, 10.1),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_stopped_app_does_not_hold_even_if_it_answered_everything() => Assert.Equal(
        "the app stopped", StepJudge.WhyNot(Result() with { Findings = [new("AppStopped", FindingSeverity.Error, "The app began to stop.", "Why?")] }, 10.1));

    [Fact]
    public void A_single_failure_does_not_hold() => Assert.Equal(
        "1 of 100,067 requests failed, the first with UnexpectedStatus: status 503",
        StepJudge.WhyNot(
            Result() with
            {
                Failed = 1,
                Failures = MadeUp.Failures() with { Examples = [new() { Kind = FailureKind.UnexpectedStatus, Request = "GET /", At = TimeSpan.Zero, Detail = "status 503" }] },
            },
            10.1));

    [Fact]
    public void A_step_without_a_success_does_not_hold() => Assert.Equal(
        "3 of 100,067 requests failed; no request succeeded",
        StepJudge.WhyNot(Result() with { Failed = 3, Latency = new LatencyFigures(new LatencyHistogram()) }, 10.1));

    // A hundred requests took 10 ms each.
    private static LoadResult Result(long late = 0, long forConnection = 0, long unsent = 0)
    {
        var latency = new LatencyHistogram();
        foreach (var _ in Enumerable.Range(0, 100))
        {
            latency.Record(10_000_000);
        }

        return MadeUp.Result(latency) with
        {
            Pacing = new PacingFigures
            {
                Planned = 1_000,
                Unsent = unsent,
                Late = late,
                LateForConnection = forConnection,
                Lateness = new LatencyFigures(new LatencyHistogram()),
            },
        };
    }
}
