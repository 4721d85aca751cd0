using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Set rates with many requests that were never sent or never answered. The measured figures are within every limit here: 1 ms, and 20,000 RPS.</summary>
public class UnsentRuleTests
{
    private const string Remedy = "; with more than 1% unsent this gate cannot pass. ";

    private static readonly LoadGates _limits = new() { MinRps = 1_000, MaxMeanLatencyMs = 900, MaxP50LatencyMs = 900, MaxP95LatencyMs = 900, MaxP99LatencyMs = 900 };

    [Fact]
    public void One_percent_unsent_passes() => AtRate(planned: 10_000, unsent: 100).VerifyAsIs(_limits with { MaxP99LatencyMs = null });

    [Fact]
    public void More_unsent_passes_no_gate_on_throughput_or_latency()
    {
        var result = AtRate(planned: 10_000, unsent: 101);

        Assert.Equal(
            [
                "MinRps: 20,000 RPS; minimum 1,000, but " + Unsent(101),
                "MaxMeanLatencyMs: at least 1.01 ms mean latency; limit 900.00, but " + Unsent(101),
                "MaxP50LatencyMs: 1.00 ms p50 latency; limit 900.00, but " + Unsent(101),
                "MaxP95LatencyMs: 1.00 ms p95 latency; limit 900.00, but " + Unsent(101),
                "MaxP99LatencyMs: at least 2.00 ms p99 latency; limit 900.00, but " + Unsent(101),
            ],
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(_limits)).Failures.Select(f => f.ToString()));
        Assert.Equal(5, GateJudge.JudgeEligible(result, _limits).Failed.Count);

        static string Unsent(long count) =>
            $"{count} of the 10,000 planned requests (1.01%) were never sent because all 64 connections were waiting for responses{Remedy}Lower the rate. Or raise o.Connections, if the app can handle more requests at a time.";
    }

    [Theory]
    [InlineData(6, false)]
    [InlineData(7, true)] // of 64, a tenth or more
    public void Connections_that_were_never_served_pass_no_gate_on_throughput_or_latency(int unserved, bool fails)
    {
        var result = MadeUp.Result(Latencies(1_000, 1)) with { UnservedConnections = unserved };

        var verdict = GateJudge.JudgeEligible(result, _limits with { MaxAllocatedBytesPerRequest = 1_000 });

        Assert.Equal(fails ? ["MinRps", "MaxMeanLatencyMs", "MaxP50LatencyMs", "MaxP95LatencyMs", "MaxP99LatencyMs"] : [], verdict.Failed.Select(f => f.Gate));
        Assert.Equal(fails ? "UnservedConnections" : null, ResponseFindings.UnservedConnections(MadeUp.Facts(result))?.Name);
    }

    [Fact]
    public void Memory_and_the_first_response_are_judged_nevertheless() =>
        AtRate(planned: 10_000, unsent: 5_000).VerifyAsIs(new() { MaxAllocatedBytesPerRequest = 1_000, MaxFirstResponseMs = 1_000 });

    [Fact]
    public void A_wait_beyond_the_limit_is_latency_beyond_the_limit() => Assert.Equal(
        "MaxP99LatencyMs: at least 3,000.00 ms p99 latency; limit 900.00 (233.3% over). 500 requests were never sent or never answered; each counts with the time it had waited. Check whether the app hangs, waits for another server, or is overloaded. If it is overloaded, lower the rate or the number of connections.",
        Assert.Single(GateJudge.JudgeEligible(AtRate(planned: 10_000, unsent: 500, waitedMs: 3_000), new() { MaxP99LatencyMs = 900 }).Failed).ToString());

    [Fact]
    public void Unsent_requests_in_one_of_several_attempts_are_inconclusive()
    {
        var (bad, good) = (AtRate(planned: 10_000, unsent: 400), AtRate(planned: 10_000, unsent: 0));

        var verdict = GateJudge.JudgeEligible(good with { EarlierAttempts = [bad] }, new() { MinRps = 1_000 });

        Assert.Empty(verdict.Failed);
        Assert.Contains("400 of the 20,000 planned requests (2.0%) were never sent", Assert.Single(verdict.Inconclusive).Message, StringComparison.Ordinal);
        Assert.True(verdict.MayChange);
    }

    [Fact]
    public void Requests_that_the_generator_had_no_time_for_are_not_blamed_on_the_app()
    {
        var result = AtRate(planned: 10_000, unsent: 400);
        result = result with { Pacing = result.Pacing! with { UnsentForGenerator = 300 } };
        result = result with { Findings = [LateSendsRule.Examine(MadeUp.Facts(result))!] };

        var verdict = GateJudge.JudgeEligible(result, new() { MinRps = 1_000 });

        Assert.Empty(verdict.Failed);
        Assert.EndsWith(
            $"were never sent because the generator had to wait for the processor{Remedy}Lower the rate, or stop other work on the machine. The app may not be at fault: see LateSends.",
            Assert.Single(verdict.Inconclusive).Message,
            StringComparison.Ordinal);
        Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MinRps = 1_000 })); // without another attempt it doesn't pass
    }

    [Fact]
    public void A_percentile_that_unsent_requests_could_push_over_its_limit_is_inconclusive()
    {
        // 0.6% are slow and 0.9% were never sent: p99 is within the limit only if the unsent requests would have been fast.
        var latency = Latencies(9_850, 1);
        Add(latency, 60, 2_000);
        var result = AtRate(planned: 10_000, unsent: 90) with { Latency = new LatencyFigures(latency, Latencies(90, 2)) };

        var verdict = GateJudge.JudgeEligible(result, new() { MaxP95LatencyMs = 900, MaxP99LatencyMs = 900 });

        Assert.Equal(
            "MaxP99LatencyMs: at least 2.01 ms p99 latency; limit 900.00, but 90 requests were never sent or never answered, which could take it over the limit. Check whether the app hangs, waits for another server, or is overloaded. If it is overloaded, lower the rate or the number of connections.",
            Assert.Single(verdict.Inconclusive).ToString());
        Assert.StartsWith("MaxP95LatencyMs: 1.00", Assert.Single(verdict.Passed, p => p.Gate.StartsWith("MaxP", StringComparison.Ordinal)).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void One_request_without_a_response_leaves_the_highest_latency_open()
    {
        var verdict = GateJudge.JudgeEligible(AtRate(planned: 10_000, unsent: 1), new() { MaxP50LatencyMs = 900, MaxLatencyMs = 900 });

        Assert.Equal(["MaxLatencyMs"], verdict.Inconclusive.Select(g => g.Gate));
    }

    [Fact]
    public void Timeouts_that_are_allowed_as_errors_still_count_as_slow()
    {
        var result = MadeUp.Result(Latencies(9_850, 1)) with { Sent = 10_000, Failed = 150, Latency = new LatencyFigures(Latencies(9_850, 1), Latencies(150, 10_000)) };

        var failure = Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailurePercent = 5, MaxP95LatencyMs = 900, MaxP99LatencyMs = 900 }));

        Assert.StartsWith("MaxP99LatencyMs: at least 10,0", Assert.Single(failure.Failures).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_separate_gate_limits_the_share_in_percent()
    {
        var result = AtRate(planned: 20_000, unsent: 25);

        result.VerifyAsIs(new() { MaxUnsentPercent = 0.125 });
        Assert.Equal(
            "MaxUnsentPercent: 0.125% of the plan never sent; limit 0.1%. This would have passed with a limit of 0.1375%.",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxUnsentPercent = 0.1 })).Failures.Single().ToString());
        Assert.Equal(
            "MaxUnsentPercent is 100. Expected: zero or more, below 100. It is in percent: 1 is one request in a hundred.",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxUnsentPercent = 100 })).Problems.Single());
        Assert.Equal(
            "MaxUnsentPercent is set, but this run has no such figure. Expected: a gate on a figure that the run has. It is available only at a set rate. Use AtRate, or leave it out.",
            Assert.Throws<LoadTestException>(() => (result with { Pacing = null }).VerifyAsIs(new() { MaxUnsentPercent = 0 })).Problems.Single());
    }

    [Theory]
    [InlineData(0, 0.1, nameof(GateVerdict.Passed))]
    [InlineData(0, 0, nameof(GateVerdict.Passed))]
    [InlineData(25, 0.125, nameof(GateVerdict.Passed))]
    [InlineData(25, 0.1, nameof(GateVerdict.Failed))]
    public void The_share_of_a_run_has_no_interval(int unsent, double limit, string expected) => Assert.Equal(
        expected,
        GateJudge.JudgeEligible(AtRate(planned: 20_000, unsent), new() { MaxUnsentPercent = limit }).Gates.Single(g => g.Gate == nameof(LoadGates.MaxUnsentPercent)).Verdict.ToString());

    [Fact]
    public void The_separate_gate_does_not_relax_the_others() => Assert.Equal(
        nameof(LoadGates.MinRps),
        Assert.Single(Assert.Throws<LoadGateException>(() => AtRate(planned: 10_000, unsent: 500).VerifyAsIs(new() { MinRps = 1_000, MaxUnsentPercent = 50 })).Failures).Gate);

    [Fact]
    public void The_share_of_several_attempts_is_that_of_all_planned_requests() => Assert.Equal(
        1.5, Figures.Of(nameof(LoadGates.MaxUnsentPercent)).Combine([AtRate(planned: 10_000, unsent: 0), AtRate(planned: 30_000, unsent: 600)]));

    [Theory]
    [InlineData(1, "the only user was busy")]
    [InlineData(50, "all 50 users were busy")]
    public void Of_a_scenario_iterations_were_not_begun(int users, string why) => Assert.StartsWith(
        $"101 of the 10,000 planned iterations (1.01%) were never sent because {why}; ",
        UnsentRule.Why([AtRate(planned: 10_000, unsent: 101) with { Connections = users, Iterations = 9_899 }]), StringComparison.Ordinal);

    private static LoadResult AtRate(long planned, int unsent, int waitedMs = 2) => MadeUp.Result(new LatencyHistogram()) with
    {
        Latency = new LatencyFigures(Latencies((int)planned - unsent, 1), Latencies(unsent, waitedMs)),
        Pacing = new PacingFigures { Planned = planned, Unsent = unsent, Late = 0, Lateness = new LatencyFigures(new LatencyHistogram()) },
    };

    private static LatencyHistogram Latencies(int count, int milliseconds)
    {
        var latencies = new LatencyHistogram();
        Add(latencies, count, milliseconds);
        return latencies;
    }

    private static void Add(LatencyHistogram latencies, int count, int milliseconds)
    {
        for (var i = 0; i < count; i++)
        {
            latencies.Record(milliseconds * 1_000_000L);
        }
    }
}
