using ThroughputKit.Recording;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

/// <summary>The search for the highest rate over made-up runs: which steps it takes, and what ends it.</summary>
public class MaxRateSearchTests
{
    private const double Capacity = 10_000;

    private static readonly Finding _stopped = new("AppStopped", FindingSeverity.Error, "The app exited with code 134 before the run ended.", "Send less.");

    [Fact]
    public async Task Finds_the_highest_rate_that_holds()
    {
        var result = await MaxRateSearch.RunAsync(rate => Run(rate, milliseconds: rate > 8_500 ? 50 : 2), maxP99: TimeSpan.FromMilliseconds(20));

        Assert.Equal([7_071, 10_000, 10_000, 8_409, 9_170, 9_170, 8_781, 8_781], result.Steps.Select(s => Math.Round(s.Rate)));
        Assert.Equal([true, false, false, true, false, false, false, false], result.Steps.Select(s => s.Held));
        Assert.All(result.Steps, s => Assert.Equal(s.Held, s.WhyNot is null));
        Assert.Equal((result.Steps[3].Rate, "8,781 RPS did not hold in two tries"), (result.Rate, result.Reason));
        Assert.Equal((TimeSpan.FromMilliseconds(20), Capacity), (result.MaxP99, result.Unpaced.Rps));
        Assert.Contains("The highest rate that holds a p99 of 20 ms is 8,409 RPS: ", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_below_what_one_request_takes_holds_at_no_rate()
    {
        var result = await MaxRateSearch.RunAsync(rate => Run(rate, milliseconds: 20), maxP99: TimeSpan.FromMilliseconds(15));

        Assert.Equal(0, result.Rate);
        Assert.Equal(10, result.Steps.Count);
        Assert.All(result.Steps, s => Assert.False(s.Held));
        Assert.Contains("No rate holds a p99 of 15 ms: none held, down to ", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_success_no_rate_is_tried()
    {
        var result = await MaxRateSearch.RunAsync(async rate => await Run(rate, milliseconds: 2) with { Rps = 0 }, maxP99: TimeSpan.FromMilliseconds(15));

        Assert.Empty(result.Steps);
        Assert.Equal((0, "no request succeeded in the run without a set rate, so no rate was tried"), (result.Rate, result.Reason));
    }

    [Fact]
    public async Task An_app_that_stops_ends_it_with_the_steps_so_far()
    {
        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => MaxRateSearch.RunAsync(async rate => await Run(rate, milliseconds: 2) with { Findings = rate > 9_000 ? [_stopped] : [] }, maxP99: TimeSpan.FromMilliseconds(20)))).Problems);

        var lines = problem.Split(Environment.NewLine);
        Assert.Equal(
            "The search ended in step 2, at 10,000 RPS: the app exited with code 134 before the run ended. Expected: an app that runs until it is stopped. Send less.", lines[0]);
        Assert.Equal("Results of the search so far:", lines[1]);
        Assert.EndsWith("  yes", lines[^2], StringComparison.Ordinal);
        Assert.EndsWith("  no: the app stopped", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_stops_before_any_step_ends_it_too()
    {
        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => MaxRateSearch.RunAsync(async rate => await Run(rate, milliseconds: 2) with { Findings = [_stopped] }, maxP99: TimeSpan.FromMilliseconds(20)))).Problems);

        Assert.StartsWith("The search ended in the run without a set rate: the app exited with code 134 before the run ended.", problem, StringComparison.Ordinal);
        Assert.Contains($"{Environment.NewLine}GET /hello: 64 connections, 5 s per step, ", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_step_that_cannot_be_run_ends_it_with_the_steps_so_far()
    {
        var gone = new LoadTestException(new Problem("Nothing listens at the address", "an app that runs", "Start it."));

        var problems = (await Assert.ThrowsAsync<LoadTestException>(
            () => MaxRateSearch.RunAsync(rate => rate > 9_000 ? throw gone : Run(rate, milliseconds: 2), maxP99: TimeSpan.FromMilliseconds(20)))).Problems;

        Assert.Equal(2, problems.Count);
        Assert.StartsWith("Nothing listens at the address. ", problems[0], StringComparison.Ordinal);
        Assert.StartsWith(
            "The search ended before step 2, at 10,000 RPS. Expected: an app that stays available until the search ends. Results of the search so far:", problems[1], StringComparison.Ordinal);
        Assert.EndsWith("  yes", problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_without_a_set_rate_that_is_impossible_is_reported_as_it_is()
    {
        var gone = new LoadTestException(new Problem("Nothing listens at the address", "an app that runs", "Start it."));

        Assert.Same(gone, await Assert.ThrowsAsync<LoadTestException>(() => MaxRateSearch.RunAsync(_ => throw gone, maxP99: TimeSpan.FromMilliseconds(20))));
    }

    // A hundred requests that took so many milliseconds each.
    private static Task<LoadResult> Run(double? rate, double milliseconds)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < 100; i++)
        {
            latency.Record((long)(milliseconds * 1_000_000));
        }

        return Task.FromResult(MadeUp.Result(latency) with
        {
            Rps = rate ?? Capacity,
            Pacing = rate is null ? null : new PacingFigures { Planned = 100, Unsent = 0, Late = 0, Lateness = new LatencyFigures(new LatencyHistogram()) },
        });
    }
}
