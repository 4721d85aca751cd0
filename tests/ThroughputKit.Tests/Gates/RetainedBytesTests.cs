using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>The gate on retained bytes, of which some may be noise.</summary>
public class RetainedBytesTests
{
    private const string Failure =
        "MaxRetainedBytesPerRequest: 10.0 B retained per request; limit 5.0 (100.0% over). The heap grew by that much in 5 of 6 stretches of load, so something keeps objects of requests: "
        + "look for static collections, caches without a limit, and event handlers that are never removed.";

    [Theory]
    [InlineData(9.1, "Failed")]
    [InlineData(9.3, "Inconclusive")]
    [InlineData(10.7, "Inconclusive")]
    [InlineData(10.8, "Passed")] // as the message suggests
    public void A_limit_within_the_noise_is_inconclusive(double limit, string expected)
    {
        var verdict = Judge(limit);

        Assert.Equal(expected, verdict.Failed.Count > 0 ? "Failed" : verdict.Inconclusive.Count > 0 ? "Inconclusive" : "Passed");
        Assert.False(verdict.MayChange, "It takes several looks of its own.");
    }

    [Fact]
    public void The_message_says_what_may_be_noise_and_what_would_pass() => Assert.Equal(
        "MaxRetainedBytesPerRequest: 10.0 B retained per request; limit 10.5. Up to 0.8 B retained per request may be noise. This would have passed with a limit of 10.8.",
        Judge(10.5).Inconclusive.Single().ToString());

    [Fact]
    public void A_failure_gives_likely_causes() => Assert.Equal(Failure, Judge(5).Failed.Single().ToString());

    [Fact]
    public void Nothing_is_judged_after_a_mistake_in_the_set_up()
    {
        var mistake = new Finding("DebugBuild", FindingSeverity.Warning, "It was built without optimizations.", "Build it with them.") { IsSetUpMistake = true };
        var verdict = GateJudge.JudgeEligible(Result(new RetentionFigures { WhyNotMeasured = "See the findings." }) with { Findings = [mistake] }, Gates(1));

        Assert.Equal(["MaxRetainedBytesPerRequest"], verdict.NotJudged);
        Assert.Empty(verdict.Problems);
        Assert.Empty(verdict.Inconclusive);
    }

    [Fact]
    public void A_limit_of_zero_is_below_any_noise() => Assert.Contains(
        "MaxRetainedBytesPerRequest is 0. Expected: above zero", Assert.Throws<LoadTestException>(() => Measured().VerifyAsIs(Gates(0))).Message, StringComparison.Ordinal);

    [Fact]
    public void A_run_that_did_not_measure_them_says_how_they_are_measured() => Assert.Contains(
        "only if the gate is set before the run (on an attribute, or with Within), with a warm-up",
        Assert.Throws<LoadTestException>(() => MadeUp.Result(new LatencyHistogram()).VerifyAsIs(Gates(1))).Message,
        StringComparison.Ordinal);

    [Fact]
    public void The_summary_has_them() => Assert.Contains(
        "  Retained    10.0 B per request in at least 5 of 6 stretches of load measured afterwards for gates (the largest 12.5 B); up to 0.8 B may be noise",
        Measured().ToString(),
        StringComparison.Ordinal);

    [Fact]
    public void The_summary_says_why_they_are_missing() => Assert.Contains(
        "  Retained    not available. The app began to stop.", Result(new RetentionFigures { WhyNotMeasured = "The app began to stop." }).ToString(), StringComparison.Ordinal);

    private static LoadGates Gates(double limit) => new() { MaxRetainedBytesPerRequest = limit };

    private static Verdict Judge(double limit) => GateJudge.JudgeEligible(Measured(), Gates(limit));

    private static LoadResult Measured() => Result(new RetentionFigures { BytesPerRequest = 10, Stretches = [9, 12.5, 11, 11, 10, 11], Noise = 0.8 });

    private static LoadResult Result(RetentionFigures retention)
    {
        var result = MadeUp.Result(new LatencyHistogram());
        return result with { Memory = result.Memory with { Retention = retention } };
    }
}
