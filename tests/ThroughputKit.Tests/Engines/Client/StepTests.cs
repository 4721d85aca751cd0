using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>What the steps of a scenario send, and how they count.</summary>
public class StepTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");
    private static readonly Uri _signIn = ScenarioApp.Uri("/sign-in");

    [Fact]
    public async Task Each_step_is_a_request_with_figures_of_its_own()
    {
        await using var app = await ScenarioApp.StartAsync();
        var pages = new ConcurrentBag<string>();

        var result = Identity.Check(await app.Test.Scenario("buy", async (user, token) =>
        {
            await user.StepAsync("sign in", async () =>
            {
                using var response = await user.Client.PostAsync(_signIn, content: null, token);
                response.EnsureSuccessStatusCode();
            });
            pages.Add(await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)));
        }).Sending(20).RunAsync());

        Assert.Equal(["sign in", "home"], result.Endpoints.Select(e => e.Name));
        Assert.Equal([20L, 20L], result.Endpoints.Select(e => e.Succeeded));
        Assert.All(result.Endpoints, e => Assert.Equal(20, e.Latency.Count));
        Assert.Equal((40L, 0L, 40L), (result.Sent, result.Failed, result.Statuses[200]));
        Assert.Equal(("buy", LoadEngine.Client), (result.Name, result.Generator.Engine));
        Assert.Contains("\"engine\": \"Client\"", result.ToJson(), StringComparison.Ordinal);
        Assert.StartsWith("buy: 4 users, ", result.ToString(), StringComparison.Ordinal);
        Assert.Contains("Iterations  20 begun, 20 ended, ", result.ToString(), StringComparison.Ordinal);
        Assert.Equal(20, pages.Count);
        Assert.DoesNotContain("", pages);
    }

    [Fact]
    public async Task Users_follow_redirects_and_have_cookies_and_connections_of_their_own()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.WithHeader("X-Tenant", "t1").Scenario("buy", async (user, token) =>
        {
            if (user.Iteration == 0)
            {
                await app.MeetAsync(3);
                await user.StepAsync("sign in", () => user.Client.PostAsync(_signIn, content: null, token));
            }

            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
        }).Sending(30, connections: 3).RunAsync();

        var homes = app.Received.Where(r => r.Path == "/home").ToArray();
        var perUser = homes.GroupBy(r => r.User).Select(u => u.Select(r => r.Connection).Distinct().ToArray()).ToArray();
        Assert.Equal(["u1", "u2", "u3"], homes.Select(r => r.User).Distinct().Order(StringComparer.Ordinal));
        Assert.All(perUser, connections => Assert.Single(connections));
        Assert.Equal(3, perUser.Select(c => c[0]).Distinct().Count());
        Assert.All(app.Received, r => Assert.Equal("t1", r.Tenant));
        Assert.Equal(3, result.ConnectionsOpened);
    }

    [Fact]
    public async Task Users_begin_with_what_a_preparation_has_set()
    {
        await using var app = await ScenarioApp.StartAsync();

        await app.Test
            .Prepare(async (client, token) =>
            {
                await client.PostAsync(_signIn, content: null, token);
                return new Dictionary<string, string> { ["X-Tenant"] = "prepared" };
            })
            .Scenario("look", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token))).Sending(8).RunAsync();

        var seen = app.Received.Where(r => r.Path == "/home" && r.Tenant.Length > 0).ToArray();
        Assert.Equal(8, seen.Length);
        Assert.All(seen, r => Assert.Equal(("u1", "prepared"), (r.User, r.Tenant)));
    }

    [Fact]
    public async Task A_web_socket_of_the_users_client_is_a_success()
    {
        await using var app = await ScenarioApp.StartAsync();
        var echoed = new ConcurrentBag<string>();

        var result = Identity.Check(await app.Test.Scenario("chat", async (user, token) =>
        {
            using var socket = new ClientWebSocket();
            await user.StepAsync("connect", () => socket.ConnectAsync(app.Echo, user.Client, token));
            await user.StepAsync("say", async () =>
            {
                var buffer = new byte[100];
                await socket.SendAsync("hello"u8.ToArray(), WebSocketMessageType.Text, endOfMessage: true, token);
                var received = await socket.ReceiveAsync(buffer, token);
                echoed.Add(Encoding.UTF8.GetString(buffer, 0, received.Count));
            });
        }).Sending(6, connections: 2).RunAsync());

        Assert.Equal((12L, 0L, 6L), (result.Succeeded, result.Failed, result.Statuses[101]));
        Assert.Equal(Enumerable.Repeat("hello", 6), echoed);
    }

    [Fact]
    public async Task All_headers_of_a_name_are_sent()
    {
        await using var app = await ScenarioApp.StartAsync();

        await app.Test.WithHeader("X-Tenant", "a").WithHeader("X-Tenant", "b")
            .Scenario("look", (user, token) => user.Client.GetStringAsync(_home, token)).Sending(1).RunAsync();

        Assert.Equal("a, b", app.Received.Last().Tenant);
    }

    [Fact]
    public async Task Numbers_go_on_in_a_further_attempt()
    {
        await using var app = await ScenarioApp.StartAsync();
        var seen = new ConcurrentBag<(int User, long Iteration)>();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            seen.Add((user.Number, user.Iteration));
            await user.Client.GetStringAsync(_home, token);
        }).Within(new() { MaxP50LatencyMs = 1e-6 }).Sending(100, connections: 2).RunAsync();

        Assert.Equal(3, result.Attempts.Count());
        Assert.Equal(300, seen.Count);
        Assert.Equal(300, seen.Distinct().Count());
    }

    [Fact]
    public async Task A_scenario_without_steps_is_one_step()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.Client.GetStringAsync(_home, token)).Sending(10).RunAsync());

        Assert.Equal(("look", 10L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Succeeded))));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_scenario_that_does_nothing_with_its_client_is_named_and_without_steps_it_proves_nothing(bool hasStep)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test
            .Scenario("look", (user, _) => hasStep ? user.StepAsync("own client", () => Task.CompletedTask) : Task.CompletedTask).Sending(10).RunAsync();

        Assert.Contains(result.Findings, f => f.Name == FindingNames.NothingReceived);
        var outcome = Record.Exception(() => result.VerifyAsIs(new() { MinRps = 0.1 }));
        Assert.Equal(hasStep, outcome is null);
        Assert.Equal(hasStep, outcome?.Message.Contains("no iteration of the scenario did a step, or got a response, ", StringComparison.Ordinal) is not true);
    }

    [Fact]
    public async Task Steps_may_run_side_by_side()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => Task.WhenAll(Enumerable.Range(0, 3).Select(i => user.StepAsync($"page {i}", () => user.Client.GetStringAsync(_home, token)))))
            .Sending(5, connections: 2).RunAsync());

        Assert.Equal([5L, 5L, 5L], result.Endpoints.Select(e => e.Succeeded));
    }

    [Fact]
    public async Task A_step_that_nobody_awaits_counts_too()
    {
        await using var app = await ScenarioApp.StartAsync();
        app.Gate.SetResult();

        var result = Identity.Check(await app.Test.Scenario("look", (user, token) =>
        {
            _ = user.StepAsync("later", () => user.Client.GetStringAsync(ScenarioApp.Uri("/gate"), token));
            return Task.CompletedTask;
        }).Sending(6, connections: 2).RunAsync());

        Assert.Equal(("later", 6L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Succeeded))));
    }

    [Fact]
    public async Task Numbers_of_users_and_iterations_never_come_twice_and_random_ones_come_again()
    {
        var first = await DrawAsync();

        Assert.Equal(40, first.Select(d => (d.User, d.Iteration)).Distinct().Count());
        Assert.Equal(First(first, user: 0), First(await DrawAsync(), user: 0));
        Assert.NotEqual(First(first, user: 0), First(first, user: 1));

        static int First(IEnumerable<(int User, long Iteration, int Drawn)> draws, int user) => draws.Single(d => (d.User, d.Iteration) == (user, 0)).Drawn;
    }

    [Fact]
    public async Task Users_go_on_counting_and_keep_their_cookies_after_the_warm_up()
    {
        await using var app = await ScenarioApp.StartAsync();
        var seen = new ConcurrentBag<long>();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            seen.Add(user.Iteration);
            if (user.Iteration == 0)
            {
                await user.StepAsync("sign in", () => user.Client.PostAsync(_signIn, content: null, token));
            }

            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
        }).Sending(5, connections: 1).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), TimeSpan.FromSeconds(1))).RunAsync();

        Assert.Equal([("sign in", 0L), ("home", 5L)], result.Endpoints.Select(e => (e.Name, e.Succeeded)));
        Assert.Equal(Enumerable.Range(0, seen.Count).Select(i => (long)i), seen.Order());
        Assert.Equal("u1", Assert.Single(app.Received.Where(r => r.Path == "/home").Select(r => r.User).Distinct()));
    }

    [Fact]
    public async Task A_pause_is_in_no_figure()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            await user.PauseAsync(TimeSpan.FromSeconds(1.5));
            await user.Client.GetStringAsync(_home, token);
        }).Sending(1, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromSeconds(1.4)).RunAsync();

        Assert.Equal((1L, 0L), (result.Succeeded, result.Failed));
        Assert.InRange(result.Latency.Max.TotalSeconds, 0, 1.4);
    }

    private static async Task<(int User, long Iteration, int Drawn)[]> DrawAsync()
    {
        await using var app = await ScenarioApp.StartAsync();
        var drawn = new ConcurrentBag<(int, long, int)>();
        await app.Test.Scenario("look", async (user, token) =>
        {
            drawn.Add((user.Number, user.Iteration, user.Random.Next()));
            await (user.Iteration == 0 ? app.MeetAsync(2) : user.Client.GetStringAsync(_home, token));
        }).Sending(40, connections: 2).RunAsync();
        return [.. drawn];
    }
}
