namespace ThroughputKit.Tests.Testing;

/// <summary>Further attempts at timing gates that the first attempt left undecided.</summary>
public sealed class GatedTestAttemptTests : GatedTestBase
{
    [Fact]
    public async Task A_missed_timing_gate_is_tried_three_times()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(["MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.All(exception.Failures, f => Assert.Contains("; 3 attempts: ", f.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Failures_that_more_attempts_cannot_fix_are_not_retried()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.EveryThirdFails), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(["MaxFailures", "MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.DoesNotContain("attempts", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_limit_within_the_variation_between_attempts_is_inconclusive()
    {
        var outcome = await RunAsync(nameof(Methods.IsFasterTheSecondTime), new() { Gates = new() { MaxMeanLatencyMs = 1_000 } });

        Assert.Matches(
            "^Inconclusive: MaxMeanLatencyMs: [0-9.,]+ ms mean latency; limit 1,000.00; 3 attempts: .*The attempts disagree too much to pass or fail\\. Was the machine busy at times, or does the app stall\\?( The machine was probably slower .*)?$",
            outcome.Warning);
    }

    [Fact]
    public async Task An_attempt_that_cannot_run_is_reported_with_the_earlier_results()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.StartsOnlyOnce), new() { Gates = new() { MinRps = 1e9 } }));

        Assert.Equal(2, exception.Problems.Count);
        Assert.StartsWith("TestApp threw at start: InvalidOperationException: The licence is used up.", exception.Problems[0], StringComparison.Ordinal);
        Assert.StartsWith(
            $"Attempt 2 of up to 3, made because a gate was still undecided, could not be completed. Expected: an app that is available for each attempt. Results of the earlier attempts:{Environment.NewLine}GET /text: 4 connections, ",
            exception.Problems[1],
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_first_response_is_judged_by_the_first_attempt_alone()
    {
        // In the later ones its code is compiled already.
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MaxFirstResponseMs = 1e-6 } }));

        Assert.Equal(["MaxFirstResponseMs"], exception.Failures.Select(f => f.Gate));
        Assert.DoesNotContain("attempts", exception.Message, StringComparison.Ordinal);
    }
}
