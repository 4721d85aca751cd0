using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using TestApp;
using ThroughputKit.Tests.Support;
using ThroughputKit.Tests.Testing;

namespace ThroughputKit.Tests.Running;

/// <summary>Gates that belong to the test itself: what a run measures for them, and what its result says of them.</summary>
public class WithinTests
{
    private static readonly LoadGates _unreachable = new() { MinRps = 1e9 };

    [Fact]
    public async Task A_result_has_the_outcome_of_every_gate()
    {
        var result = await Methods.Quick.Within(new LoadGates { MaxLatencyMs = 60_000 }).RunAsync();

        Assert.Equal(GateVerdict.Passed, result.Verdict);
        Assert.Equal(["MaxFailures: 0 failed requests (limit 0)"], result.Gates.Where(g => g.Gate == "MaxFailures").Select(g => g.ToString()));
        Assert.Equal(["MaxFailures", "MaxLatencyMs"], result.Gates.Select(g => g.Gate));
        Assert.Same(result, result.Verify());
    }

    [Fact]
    public async Task A_missed_gate_on_timing_is_tried_three_times_and_fails()
    {
        var result = await Methods.Quick.Within(_unreachable).RunAsync();

        Assert.Equal(GateVerdict.Failed, result.Verdict);
        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => result.Verify()).Failures);
        Assert.Contains("; 3 attempts: ", failure.Message, StringComparison.Ordinal);
        Assert.Contains(failure, result.Gates);
    }

    [Fact]
    public async Task A_missed_gate_of_one_request_is_tried_three_times_and_fails()
    {
        var test = Methods.Quick.Send(LoadRequest.Get("/5ms").Named("slow")).Within("slow", new LoadGates { MaxMeanLatencyMs = 0.001 });

        var result = await test.Within("GET /text", new LoadGates { MaxMeanLatencyMs = 60_000 }).RunAsync();

        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => result.Verify()).Failures);
        Assert.Contains("; 3 attempts: ", failure.Message, StringComparison.Ordinal);
        Assert.Equal("slow: MaxMeanLatencyMs", failure.Gate);
        Assert.Contains("GET /text: MaxMeanLatencyMs", result.Gates.Select(g => g.Gate));
    }

    [Fact]
    public async Task Gates_of_a_request_that_the_test_does_not_have_are_an_error()
    {
        var test = Methods.Quick.Within("orders", new LoadGates { MinRps = 1 });

        var (run, judged) = (await ProblemAsync(() => test.RunAsync()), await ProblemAsync(() => Methods.Quick.JudgeAsync(test.Gates!, _ => true, progress: null, default)));

        Assert.StartsWith("Gates are set for 'orders', but no request has that name.", run, StringComparison.Ordinal);
        Assert.Equal(run, judged);

        static async Task<string> ProblemAsync(Func<Task> run) => Assert.Single((await Assert.ThrowsAsync<LoadTestException>(run)).Problems);
    }

    [Fact]
    public async Task Without_time_for_another_attempt_there_is_none()
    {
        var verdict = await Methods.Quick.JudgeAsync(_unreachable, _ => false, progress: null, CancellationToken.None);

        Assert.Empty(verdict.Result.EarlierAttempts);
    }

    [Fact]
    public async Task Without_gates_nothing_is_judged()
    {
        var result = await Methods.Quick.RunAsync();

        Assert.Null(result.Verdict);
        Assert.Empty(result.Gates);
        Assert.Equal(
            "The result could not be judged. The test has no gate. Expected: one gate or more. Set one with Within before RunAsync, or judge this one run as it is: result.VerifyAsIs(gates).",
            Assert.Throws<LoadTestException>(() => result.Verify()).Message);
    }

    [Fact]
    public async Task A_gate_on_a_figure_that_the_run_does_not_know_is_an_error()
    {
        var result = await Methods.Quick.Within(new LoadGates { MaxRetainedBytesPerRequest = 1 }).RunAsync(); // without a warm-up

        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.StartsWith("The result could not be judged. MaxRetainedBytesPerRequest is set, but this run has no such figure.", Assert.Throws<LoadTestException>(() => result.Verify()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Gates_on_figures_that_the_load_cannot_have_are_reported_before_anything_runs() => Assert.Equal(
        [
            "MinIterationsPerSecond is set, but this test has no such figure. Expected: a gate on a figure that the test has. Only a scenario has iterations. Limit the requests of other tests with MinRps.",
            "MaxUnsentPercent is set, but this test has no such figure. Expected: a gate on a figure that the test has. It is available only at a set rate. Use AtRate, or leave it out.",
        ],
        Assert.Throws<LoadTestException>(() => { _ = Methods.Quick.Within(new LoadGates { MinIterationsPerSecond = 1, MaxUnsentPercent = 0 }).RunAsync(); }).Problems);

    [Fact]
    public void Invalid_gates_are_reported_with_everything_else_before_anything_runs()
    {
        var test = LoadTest.For<App>().Within(new LoadGates { MinRps = -1 });

        Assert.Equal(2, Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems.Count);
    }

    [Fact]
    public void Gates_that_would_not_be_judged_are_errors()
    {
        var gated = Methods.Quick.With(o => o.Requests = null).Within(_unreachable);
        var plain = LoadTest.For<App>().Get("/text");

        Assert.StartsWith("The candidate has gates of its own.", Problem(() => gated.ComparedWith(plain).RunAsync()), StringComparison.Ordinal);
        Assert.StartsWith("Within is set.", Problem(() => gated.FindMaxRateAsync(TimeSpan.FromMilliseconds(20))), StringComparison.Ordinal);
        Assert.StartsWith("Variant 'gated': It has gates.", Problem(() => LoadTest.Experiment().Add("gated", gated).Add("plain", plain).RunAsync()), StringComparison.Ordinal);

        static string Problem(Func<Task> run) => Assert.Single(Assert.ThrowsAny<LoadTestException>(() => run().GetAwaiter().GetResult()).Problems);
    }

    [Fact]
    public async Task An_app_that_keeps_running_is_prepared_for_the_first_attempt_only()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet("/", () => "hello");
        var prepared = 0;

        var result = await LoadTest.For(app).Get("/").Sending(8).Prepare((_, _) =>
        {
            prepared++;
            return Task.CompletedTask;
        }).Within(_unreachable).RunAsync();

        Assert.Equal((2, 1), (result.EarlierAttempts.Count, prepared));
    }

    [Fact]
    public async Task A_cancelled_attempt_keeps_the_earlier_results_and_never_passes()
    {
        using var cancel = new CancellationTokenSource();
        var attempts = 0;
        var test = LoadTest.For<App>(app => app.ConfigureServices = _ =>
        {
            if (++attempts > 1)
            {
                cancel.Cancel();
            }
        }).Get("/text").Sending(40).Within(_unreachable);

        var result = await test.RunAsync(cancel.Token);
        var exception = Assert.Throws<LoadGateException>(() => result.Verify());

        Assert.Equal(["Evidence", "MinRps"], exception.Failures.Select(f => f.Gate));
        Assert.Contains("GET /text: 4 connections, ", exception.Message, StringComparison.Ordinal);
        Assert.Contains("Error Cancelled: The run was cancelled during another attempt, before that attempt had measured anything.", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_loads_at_once_are_inconclusive()
    {
        // The first requests of each wait for those of the other, so both are under load at the same time.
        TaskCompletionSource[] loaded = [new(), new()];

        var results = await Task.WhenAll(RunAsync(0), RunAsync(1));

        Assert.All(results, r => Assert.Equal(GateVerdict.Inconclusive, r.Verdict));
        Assert.Equal("MinRps: not judged: see Overlap", results[0].Gates[^1].ToString());

        Task<LoadResult> RunAsync(int number) => LoadTest
            .For<App>(app => app.ConfigureServices = services => services.AddSingleton<IStartupFilter>(new WaitingFilter(() =>
            {
                loaded[number].TrySetResult();
                return loaded[1 - number].Task;
            })))
            .Get("/text").Sending(40).With(o => o.RequestTimeout = TimeSpan.FromMinutes(1)).Within(_unreachable).RunAsync();
    }
}
