using System.Diagnostics;
using ThroughputKit.Scenarios;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>How iterations end that can't go on: their time is up, the load is over, or the run is cancelled.</summary>
public class ScenarioEndTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(300);
    private static readonly Uri _never = ScenarioApp.Uri("/never");
    private static readonly Uri _home = ScenarioApp.Uri("/home");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_step_has_the_time_of_a_request(bool passesToken)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.StepAsync("never", () => user.Client.GetStringAsync(_never, passesToken ? token : default)))
            .Sending(3, connections: 3).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang));

        Assert.Equal((3L, 3L), (result.Failed, result.Failures.Timeouts));
        Assert.Equal("the step did not end within 0.3 s", result.Failures.Examples[0].Detail);
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.StuckIterations);
    }

    [Theory]
    [InlineData(true, "look")]
    [InlineData(false, "hang")]
    public async Task Code_that_never_ends_is_left_behind(bool inStep, string name)
    {
        await using var app = await ScenarioApp.StartAsync();
        var forever = new TaskCompletionSource();

        var result = Identity.Check(await app.Test
            .Scenario("hang", (user, _) => inStep ? user.StepAsync("look", () => forever.Task) : forever.Task)
            .Sending(2, connections: 2).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang));

        Assert.Equal((name, 2L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Failed))));
        Assert.Equal(2, result.Failures.Timeouts);
        Assert.Equal(
            "2 iterations of the scenario did not end within 1 s after their token was cancelled, and were left running.",
            Assert.Single(result.Findings, f => f.Name == FindingNames.StuckIterations).Message);
    }

    [Fact]
    public async Task The_user_has_other_random_numbers_than_its_code_that_was_left_behind()
    {
        await using var app = await ScenarioApp.StartAsync();
        var drawn = new List<int>();
        var randoms = new List<Random>();

        await app.Test.Scenario("hang", (user, _) =>
        {
            randoms.Add(user.Random);
            drawn.Add(user.Random.Next());
            return user.Iteration == 0 ? new TaskCompletionSource().Task : Task.CompletedTask;
        }).Sending(2, connections: 1).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang);

        Assert.Equal(new UserPast(0).Random.Next(), drawn[0]);
        Assert.NotEqual(drawn[0], drawn[1]);
        Assert.NotSame(randoms[0], randoms[1]); // which code of two iterations must not use at once
    }

    [Fact]
    public async Task Code_that_was_left_behind_takes_no_more_part()
    {
        await using var app = await ScenarioApp.StartAsync();
        var forever = new TaskCompletionSource();
        Task? late = null;

        await app.Test.Scenario("hang", async (user, _) =>
        {
            await forever.Task;
            late = user.StepAsync("late", () => Task.CompletedTask);
        }).Sending(1, connections: 1).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang);
        forever.SetResult();
        for (var begun = Stopwatch.GetTimestamp(); late is null && Stopwatch.GetElapsedTime(begun) < _hang; await Task.Delay(1))
        {
        }

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => late!);
    }

    [Fact]
    public async Task Code_that_blocks_a_thread_is_left_behind_too()
    {
        await using var app = await ScenarioApp.StartAsync();
        using var end = new ManualResetEventSlim();

        var result = await app.Test.Scenario("block", (_, _) =>
        {
            end.Wait(CancellationToken.None);
            return Task.CompletedTask;
        }).Sending(1, connections: 1).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang);
        end.Set();

        Assert.Equal((1L, 1L), (result.Failed, result.Failures.Timeouts));
    }

    [Fact]
    public async Task At_the_windows_end_a_step_in_flight_is_drained_and_no_other_begins()
    {
        await using var app = await ScenarioApp.StartAsync();
        var ended = false;

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            try
            {
                await user.StepAsync("gate", async () =>
                {
                    var waiting = user.Client.GetStringAsync(ScenarioApp.Uri("/gate"), token);
                    await Task.Delay(TimeSpan.FromSeconds(1.5), CancellationToken.None); // beyond the window's end
                    app.Gate.TrySetResult();
                    await waiting;
                });
                await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            }
            finally
            {
                ended = true;
            }
        }).Lasting(1_000, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.True(ended);
        Assert.Equal(("gate", 1L, 1L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Sent, e.InFlightAtEnd))));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_step_whose_rest_is_cut_off_has_not_failed(bool byPause)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("look", (user, token) => user.StepAsync("outer", async () =>
        {
            await user.StepAsync("gate", async () =>
            {
                await Task.Delay(TimeSpan.FromSeconds(1), CancellationToken.None); // beyond the window's end
                app.Gate.TrySetResult();
                await user.Client.GetStringAsync(ScenarioApp.Uri("/gate"), token);
            });
            await (byPause ? user.PauseAsync(TimeSpan.Zero) : user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)));
        })).Lasting(500, connections: 1).RunAsync().WaitAsync(_hang);

        Assert.Equal((2L, 0L, 2L), (result.Sent, result.Failed, result.InFlightAtEnd));
    }

    [Fact]
    public async Task A_scenario_that_never_ends_by_itself_ends_its_warm_up_and_passes_no_gate()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("loop", async (user, token) =>
        {
            while (true)
            {
                await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
                await user.PauseAsync(TimeSpan.FromMilliseconds(1));
            }
        }).Lasting(300, connections: 2).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), _short)).RunAsync().WaitAsync(_hang));

        Assert.Equal(0, result.Failed);
        Assert.Contains(
            "no iteration of the scenario ended (2 begun), so only its beginning was measured. Its code should return after one visit: the kit calls it again. If it does, measure for longer",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MinRps = 0.1 })).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pause_ends_with_the_window()
    {
        await using var app = await ScenarioApp.StartAsync();
        var (begun, ended) = (0, 0);

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            Interlocked.Increment(ref begun);
            await user.PauseAsync(TimeSpan.MaxValue);
            Interlocked.Increment(ref ended);
        }).Lasting(100, connections: 2).RunAsync().WaitAsync(_hang));

        Assert.Equal((begun, 0, 0L), (result.Sent, ended, result.Failed));
    }

    [Fact]
    public async Task A_pause_that_takes_the_whole_window_is_named()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", (user, _) => user.PauseAsync(TimeSpan.FromHours(1)))
            .Lasting(50, connections: 1).RunAsync().WaitAsync(_hang));

        Assert.StartsWith(
            "No step was begun. Does the scenario begin with a longer pause",
            Assert.Single(result.Findings, f => f.Name == FindingNames.NothingSucceeded).Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_does_a_wait_with_the_token()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            await Task.Delay(TimeSpan.FromHours(1), token);
        }).Lasting(100, connections: 2).RunAsync().WaitAsync(_hang));

        Assert.Equal(0, result.Failed);
    }

    [Fact]
    public async Task A_cancelled_run_gives_up_what_is_in_flight()
    {
        await using var app = await ScenarioApp.StartAsync();
        using var cancellation = new CancellationTokenSource();

        var run = app.Test.Scenario("look", (user, token) => user.StepAsync("never", () => user.Client.GetStringAsync(_never, token)))
            .Lasting(60_000, connections: 1).RunAsync(cancellation.Token);
        await app.Hanging.Task.WaitAsync(_hang);
        await cancellation.CancelAsync();
        var result = Identity.Check(await run.WaitAsync(_hang));

        Assert.True(result.WasCancelled);
        Assert.Equal((1L, 1L), (result.Sent, result.InFlightAtEnd));
        Assert.Empty(await KitThreads.LeftAsync());
    }
}
