using System.Diagnostics;
using TestApp;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;
using ThroughputKit.Tests.Testing;

namespace ThroughputKit.Tests.Running;

/// <summary>What a run reports while it goes on.</summary>
public class ProgressReportTests
{
    [Fact]
    public async Task Every_step_of_a_run_and_of_its_attempts_is_reported()
    {
        var progress = new ReceivedProgress();

        await Methods.Quick.Within(new LoadGates { MinRps = 1e9 }).RunAsync(progress);

        string[] steps = ["Starting", "Preparing", "Warming up", "Measuring", "Stopping"];
        Assert.Equal([.. steps, .. steps.Select(s => $"{s}, attempt 2"), .. steps.Select(s => $"{s}, attempt 3")], progress.Steps);
    }

    [Fact]
    public async Task A_comparison_reports_its_steps_and_the_time_that_is_left()
    {
        await using var host = new ThroughputHost<App>();
        var progress = new ReceivedProgress();
        var cold = LoadTest.For(host).Get("/text").With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.Zero, TimeSpan.Zero, 2));

        await cold.ComparedWith(cold).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync(progress);

        Assert.Equal(["Starting", "Warming up the reference", "Warming up the candidate", "Measuring slices in turn", "Stopping"], progress.Steps);
        Assert.All(progress.Reports, r => Assert.Equal(r.Step == "Measuring slices in turn", r.Left is not null));
    }

    [Fact]
    public async Task A_search_reports_the_rate_that_it_tries()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 500 Internal Server Error|Content-Length: 0||");
        var progress = new ReceivedProgress();

        await LoadTest.Against(server.Address).Get("/").With(o => o.Duration = TimeSpan.FromMilliseconds(100)).FindMaxRateAsync(TimeSpan.FromSeconds(1), progress);

        Assert.Contains("Measuring without a set rate", progress.Steps);
    }

    [Fact]
    public async Task A_step_that_goes_on_is_reported_until_it_ends()
    {
        var work = new TaskCompletionSource<int>();
        var received = new List<LoadProgress>();
        var report = new ProgressReport(new Receiver(p =>
        {
            received.Add(p);
            work.TrySetResult(7);
        }), Stopwatch.GetTimestamp());

        Assert.Equal(7, await report.UntilAsync("Measuring", work.Task, p => p with { Succeeded = 9_000, Failed = 1, Rps = 4_500 }));

        Assert.EndsWith("s): 9,000 succeeded, 1 failed, 4,500 RPS", Assert.Single(received).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_window_reports_its_figures_so_far()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        using var enough = new CancellationTokenSource();
        LoadProgress? first = null; // with figures: nothing may have been answered before
        var receiver = new Receiver(p =>
        {
            if (p is { P50: not null, Succeeded: > 0 } && first is null)
            {
                first = p;
                enough.Cancel();
            }
        });
        var test = LoadTest.Against(server.Address).Get("/").With(o => (o.WarmUp, o.Duration, o.Connections) = (TimeSpan.Zero, TimeSpan.FromMinutes(5), 1));

        await test.RunAsync(receiver, enough.Token);

        Assert.Equal("Measuring", first!.Step);
        Assert.True(first.P50 > TimeSpan.Zero && first.P99 >= first.P50);
        Assert.True(first.Rps > 0 && first.RpsNow > 0 && first.Left > TimeSpan.FromMinutes(1));
        Assert.Null(first.RpsRatio);
        Assert.Matches(@" succeeded, \d+ failed, [\d,.]+ RPS, [\d,.]+ now, p50 [\d,.]+ ms, p99 [\d,.]+ ms$", first.ToString());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_comparison_and_an_experiment_of_two_report_their_ratio_so_far()
    {
        await using var host = new ThroughputHost<App>();
        var cold = LoadTest.For(host).Get("/text").With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.Zero, TimeSpan.Zero, 2));
        var (compared, tried) = (new ReceivedProgress(), new ReceivedProgress());

        await cold.ComparedWith(cold).MeasureFor(TimeSpan.FromSeconds(2)).RunAsync(compared);
        await LoadTest.Experiment().Add("a", cold).Add("b", cold).MeasureFor(TimeSpan.FromSeconds(2)).RunAsync(tried);

        Assert.Contains(compared.Reports, r => r.RpsRatio is { HasInterval: true });
        Assert.Contains(tried.Reports, r => r.RpsRatio is { HasInterval: true });
    }

    [Fact]
    public async Task Rounds_of_two_report_their_ratio_as_soon_as_it_has_an_interval()
    {
        var progress = new ReceivedProgress();

        await LoadTest.Experiment().Add("a", _ => Task.FromResult(new LoadSample(100))).Add("b", _ => Task.FromResult(new LoadSample(98)))
            .InRounds(7).RunAsync(progress);

        Assert.All(progress.Reports, r => Assert.Equal(r.Step.StartsWith("Round 7", StringComparison.Ordinal), r.RpsRatio is not null));
        Assert.EndsWith(": RPS ratio 0.980 (0.980 to 0.980)", progress.Reports[^1].ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_receiver_that_throws_leaves_no_load_running()
    {
        var (work, thrown) = (new TaskCompletionSource<int>(), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var report = new ProgressReport(new Receiver(_ =>
        {
            thrown.SetResult();
            throw new InvalidOperationException("no console");
        }), Stopwatch.GetTimestamp());

        var reporting = report.UntilAsync("Measuring", work.Task, p => p);
        await thrown.Task;
        await Assert.ThrowsAsync<TimeoutException>(() => reporting.WaitAsync(TimeSpan.FromMilliseconds(300))); // it waits for the load
        work.SetResult(0);

        await Assert.ThrowsAsync<InvalidOperationException>(() => reporting);
    }

    private sealed class Receiver(Action<LoadProgress> receive) : IProgress<LoadProgress>
    {
        public void Report(LoadProgress value) => receive(value);
    }
}
