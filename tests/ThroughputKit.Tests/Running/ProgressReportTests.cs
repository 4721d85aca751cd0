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
    public async Task A_receiver_that_throws_leaves_no_load_running()
    {
        var (work, thrown) = (new TaskCompletionSource<int>(), new TaskCompletionSource());
        var report = new ProgressReport(new Receiver(_ =>
        {
            thrown.SetResult();
            throw new InvalidOperationException("no console");
        }), Stopwatch.GetTimestamp());

        var reporting = report.UntilAsync("Measuring", work.Task, p => p);
        await thrown.Task;
        Assert.False(reporting.IsCompleted);
        work.SetResult(0);

        await Assert.ThrowsAsync<InvalidOperationException>(() => reporting);
    }

    private sealed class Receiver(Action<LoadProgress> receive) : IProgress<LoadProgress>
    {
        public void Report(LoadProgress value) => receive(value);
    }
}
