using System.Collections.Concurrent;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>How many iterations there are, and of which users.</summary>
public class UserLoadTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");

    [Fact]
    public async Task A_number_of_requests_is_one_of_iterations()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await LookingTwice(app.Test).Sending(7, connections: 3).RunAsync();

        Assert.Equal((14L, 7L), (result.Succeeded, result.RequestsPlanned));
        Assert.Equal([7L, 7L], result.Endpoints.Select(e => e.Succeeded));
        Assert.Null(EvidenceRule.RequestsLeft(result));
    }

    [Fact]
    public async Task Users_do_the_iterations_that_a_slow_one_does_not_get_to()
    {
        const int Iterations = 60;
        await using var app = await ScenarioApp.StartAsync();
        var ended = 0;

        var result = Identity.Check(await app.Test
            .Scenario("look", async (user, token) =>
            {
                await user.StepAsync("wait", () => user.Number == 0 ? app.Gate.Task.WaitAsync(token) : Task.CompletedTask);
                if (Interlocked.Increment(ref ended) == Iterations - 1)
                {
                    app.Gate.TrySetResult();
                }
            })
            .Sending(Iterations, connections: 3).RunAsync());

        Assert.Equal((Iterations, Iterations), (result.Iterations, result.Succeeded));
    }

    [Fact]
    public async Task Iterations_that_are_left_are_no_evidence()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await LookingTwice(app.Test, pause: TimeSpan.FromHours(1))
            .Sending(5, connections: 3).With(o => o.MaxDuration = TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal("Only 0 of 5 iterations were finished before o.MaxDuration had passed.", Assert.Single(result.Findings, f => f.Name == FindingNames.RequestsLeft).Message);
        Assert.Contains("only 0 of 5 iterations were finished before the run ended", Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MinRps = 0.1 })).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rate_is_one_of_iterations()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await LookingTwice(app.Test).AtRate(100).Lasting(400, connections: 8).RunAsync());

        Assert.Equal(40, result.Pacing!.Planned);
        Assert.Equal(result.Iterations, result.Pacing.Lateness.Count);
        Assert.Equal(40, result.Pacing.Lateness.Count + result.Pacing.Unsent);
    }

    [Fact]
    public async Task At_a_rate_the_user_that_is_free_for_longest_is_the_next()
    {
        await using var app = await ScenarioApp.StartAsync();
        var users = new ConcurrentQueue<int>();

        await app.Test.Scenario("look", (user, token) =>
        {
            users.Enqueue(user.Number);
            return user.Client.GetStringAsync(ScenarioApp.Uri("/home"), token);
        }).AtRate(200).With(o => (o.Connections, o.Duration, o.WarmUp) = (5, TimeSpan.FromSeconds(0.5), TimeSpan.Zero)).RunAsync();

        Assert.All(users.CountBy(u => u), u => Assert.InRange(u.Value, 5, 100));
        Assert.Equal(5, users.Distinct().Count());
    }

    [Fact]
    public async Task Iterations_without_a_free_user_are_never_begun()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.StepAsync("gate", () => user.Client.GetStringAsync(ScenarioApp.Uri("/gate"), token)))
            .AtRate(50).Lasting(200, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromSeconds(1)).RunAsync());

        Assert.Equal((10L, 9L, 1L), (result.Pacing!.Planned, result.Pacing.Unsent, result.Sent));
        Assert.StartsWith("The set rate was not kept: of 10 planned iterations, ", Assert.Single(result.Findings, f => f.Name == FindingNames.LateSends).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_latency_of_the_first_step_counts_from_the_due_time()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", async (user, token) =>
            {
                await user.StepAsync(user.Iteration == 0 ? "slow" : "next", () => Task.Delay(user.Iteration == 0 ? 150 : 0, token));
                await user.StepAsync("last", () => Task.CompletedTask);
            })
            .AtRate(10).Lasting(1_000, connections: 1).RunAsync());

        Assert.Equal(["slow", "last", "next"], result.Endpoints.Select(e => e.Name));
        Assert.InRange(result.Endpoints[2].Latency.Max.TotalMilliseconds, 25, 1_000); // it was due after 100 ms, and a delay of 150 ms may be a little short
        Assert.True(result.Pacing!.LateForConnection > 0);
    }

    [Fact]
    public async Task Users_join_along_a_ramp()
    {
        await using var app = await ScenarioApp.StartAsync();
        using var enough = new CancellationTokenSource();
        var (seen, begun) = (new ConcurrentQueue<(int User, long At)>(), Environment.TickCount64);

        var result = await app.Test
            .Scenario("look", async (user, token) =>
            {
                seen.Enqueue((user.Number, Environment.TickCount64 - begun));
                if (user.Number == 2)
                {
                    await enough.CancelAsync();
                }

                await user.Client.GetStringAsync(_home, token);
                await user.PauseAsync(TimeSpan.FromMilliseconds(5));
            })
            .WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromMilliseconds(600)).RampTo(3, TimeSpan.FromMilliseconds(600)).Hold(TimeSpan.FromMinutes(1)))
            .With(o => o.WarmUp = TimeSpan.Zero).RunAsync(enough.Token);

        Assert.Equal([0, 1, 2], seen.Select(s => s.User).Distinct().Order());
        Assert.DoesNotContain(seen, s => (s.User > 0 && s.At < 600) || (s.User == 2 && s.At < 1_000));
        Assert.Equal(3, result.Connections);
    }

    [Fact]
    public async Task The_length_of_a_ramp_is_that_of_the_test()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await LookingTwice(app.Test, pause: TimeSpan.FromMilliseconds(5))
            .WithUsers(LoadUsers.From(2).RampTo(0, TimeSpan.FromMilliseconds(300))).With(o => o.WarmUp = TimeSpan.Zero).RunAsync());

        Assert.Equal((2, 0.3), (result.Connections, result.Duration.TotalSeconds));
    }

    private static LoadTest LookingTwice(LoadTest test, TimeSpan? pause = null) => test.Scenario("look", async (user, token) =>
    {
        await user.StepAsync("one", () => user.Client.GetStringAsync(_home, token));
        await user.PauseAsync(pause ?? TimeSpan.Zero);
        await user.StepAsync("two", () => user.Client.GetStringAsync(_home, token));
    });
}
