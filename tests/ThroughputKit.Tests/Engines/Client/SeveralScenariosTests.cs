using System.Collections.Concurrent;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Several scenarios in one test: each iteration is of one of them, by their weights.</summary>
public class SeveralScenariosTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");

    private readonly ConcurrentQueue<(int User, long Iteration, string Scenario)> _done = new();

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Each_has_its_share_of_a_number_of_iterations(int users)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await With(app.Test, ("browse", 9), ("buy", 1), ("stay", 0)).Sending(200, users).RunAsync());

        Assert.Equal([("browse", 180L, 180L), ("buy", 20L, 20L), ("stay", 0L, 0L)], result.Scenarios!.Select(s => (s.Name, s.Iterations, s.IterationsEnded)));
        Assert.Equal([("browse", 180), ("buy", 20)], Counts());
        Assert.Equal([("browse", 180L), ("buy", 20L)], result.Endpoints.Select(e => (e.Name, e.Succeeded)));
        Assert.Equal((200L, "browse, buy, stay"), (result.Iterations, result.Name));
        Assert.Contains("  Iterations  200 begun (browse 180, buy 20, stay 0), 200 ended, ", result.ToString(), StringComparison.Ordinal);
        Assert.Equal(result.ToJson(), LoadResult.FromJson(result.ToJson()).ToJson());
        result.VerifyAsIs(new() { MaxFailures = 0 }); // one with weight zero isn't missed
    }

    [Fact]
    public async Task A_single_one_is_told_by_the_iterations_alone()
    {
        await using var app = await ScenarioApp.StartAsync();

        Assert.Null((await With(app.Test, ("browse", 5)).Sending(3).RunAsync()).Scenarios);
    }

    [Fact]
    public async Task Results_of_others_are_not_merged_though_the_tests_have_one_name()
    {
        await using var app = await ScenarioApp.StartAsync();
        var one = await With(app.Test.Named("shop"), ("browse", 1)).Sending(3).RunAsync();
        var other = await With(app.Test.Named("shop"), ("buy", 1)).Sending(3).RunAsync();

        Assert.All([one, LoadResult.FromJson(one.ToJson())], r => Assert.StartsWith(
            "The results differ in more than their figures: the scenario browse, and the scenario buy. ",
            Assert.Throws<ArgumentException>(() => LoadResult.Merge([r, other])).Message, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(7)]
    public async Task In_a_closed_loop_each_user_goes_through_them_from_a_place_of_its_own(int? seed)
    {
        const int Users = 3;
        await using var app = await ScenarioApp.StartAsync();
        using var enough = new CancellationTokenSource();
        string[] names = ["browse", "buy", "stay"];
        int[] weights = [4, 2, 1];
        var test = With(app.Test, () => _done.Count > 300 ? enough.CancelAsync() : Task.CompletedTask, [.. names.Zip(weights)]);

        var result = await (seed is { } known ? test.InRandomOrder(known) : test).Lasting(60_000, Users).RunAsync(enough.Token);

        var order = new RequestOrder(weights, seed);
        Assert.All(_done.GroupBy(d => d.User), u => Assert.Equal(
            u.Select((_, i) => names[order.IndexOf(order.FirstOf(u.Key, Users) + i)]), u.OrderBy(d => d.Iteration).Select(d => d.Scenario)));
        Assert.Equal(result.Iterations, result.Scenarios!.Sum(s => s.Iterations));
    }

    [Fact]
    public async Task In_random_order_they_have_their_shares_too_and_the_same_seed_has_the_same_order()
    {
        var first = await OrderAsync(seed: 1);

        Assert.Equal(first, await OrderAsync(seed: 1));
        Assert.NotEqual(first, await OrderAsync(seed: 2));
        Assert.NotEqual(first, await OrderAsync(seed: null));
        Assert.Equal([("browse", 30), ("buy", 10)], Counts());
    }

    [Fact]
    public async Task At_a_rate_each_has_its_share_of_what_is_due()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await With(app.Test, ("browse", 3), ("buy", 1)).AtRate(200).Lasting(400, connections: 8).RunAsync());

        Assert.Equal([("browse", 60L), ("buy", 20L)], result.Scenarios!.Select(
            s => (s.Name, s.Iterations + result.Endpoints.Where(e => e.Name == s.Name).Sum(e => e.Latency.Unanswered))));
    }

    [Fact]
    public async Task Waits_of_iterations_that_are_never_begun_are_those_of_the_scenario_that_was_due()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("browse", (user, token) => user.StepAsync("gate", () => user.Client.GetStringAsync(ScenarioApp.Uri("/gate"), token)))
            .Scenario("buy", (user, token) => user.StepAsync("pay", () => user.Client.GetStringAsync(_home, token)))
            .AtRate(50).Lasting(200, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromSeconds(1)).RunAsync());

        Assert.Equal((10L, 9L, 1L), (result.Pacing!.Planned, result.Pacing.Unsent, result.Sent));
        Assert.Equal([("buy", 0L, 5L), ("gate", 1L, 5L)], result.Endpoints.Select(e => (e.Name, e.Sent, e.Latency.Unanswered)).Order()); // with its timeout
    }

    [Fact]
    public async Task Those_of_a_warm_up_leave_no_empty_row()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("browse", (user, token) => user.StepAsync("home", async () =>
            {
                await Task.Delay(user.Iteration == 0 ? 500 : 0, token); // longer than the warm-up, in which the other is due
                return await user.Client.GetStringAsync(_home, token);
            }))
            .Scenario("buy", (user, token) => user.StepAsync("pay", () => user.Client.GetStringAsync(_home, token)))
            .AtRate(50).Lasting(400, connections: 1).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100))).RunAsync());

        Assert.All(result.Endpoints, e => Assert.NotEqual(0, e.Sent + e.Latency.Unanswered));
    }

    [Fact]
    public async Task Users_begin_and_end_once_and_count_all_their_iterations()
    {
        await using var app = await ScenarioApp.StartAsync();
        var (begun, ended, rows) = (new ConcurrentBag<int>(), new ConcurrentBag<int>(), new ConcurrentBag<string>());

        await Adding("browse", Adding("buy", app.Test))
            .OnUserBegin((user, token) =>
            {
                begun.Add(user.Number);
                return user.Client.PostAsync(ScenarioApp.Uri("/sign-in"), content: null, token);
            })
            .OnUserEnd((user, _) =>
            {
                ended.Add(user.Number);
                return Task.CompletedTask;
            })
            .WithData(LoadData.FromValues("n", Enumerable.Range(0, 60).Select(i => $"{i}"))).Sending(60, connections: 2).RunAsync();

        Assert.Equal([0, 1], begun.Order());
        Assert.Equal([0, 1], ended.Order());
        Assert.Equal([("browse", 30), ("buy", 30)], Counts());
        Assert.Equal(60, rows.Distinct().Count());
        Assert.All(_done.GroupBy(d => d.User), u => Assert.Equal(Enumerable.Range(0, u.Count()).Select(i => (long)i), u.Select(d => d.Iteration).Order()));
        Assert.Equal(2, app.Received.Where(r => r is { Path: "/home", User.Length: > 0 }).Select(r => r.User).Distinct().Count()); // each keeps its cookie

        LoadTest Adding(string name, LoadTest test) => test.Scenario(name, (user, token) =>
        {
            rows.Add(user.Data["n"]);
            return DoAsync(user, name, token);
        });
    }

    [Fact]
    public async Task Steps_of_one_name_have_one_row_and_each_has_its_own_name_for_the_rest()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("browse", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)))
            .Scenario("buy", async (user, token) =>
            {
                await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
                throw new InvalidOperationException("There is no price.");
            })
            .Scenario("stay", (user, token) => user.Client.GetStringAsync(_home, token))
            .Scenario("look", (user, token) => user.StepAsync("stay", () => user.Client.GetStringAsync(_home, token)))
            .Sending(40, connections: 2).RunAsync());

        Assert.Equal(
            [("buy", 0L, 10L), ("home", 20L, 0L), ("stay", 20L, 0L)], // a step that is named like a scenario shares its row
            result.Endpoints.Select(e => (e.Name, e.Succeeded, e.Failed)).Order());
        Assert.All(result.Scenarios!, s => Assert.Equal((10L, 10L), (s.Iterations, s.IterationsEnded)));
    }

    [Fact]
    public async Task Without_an_iteration_of_each_no_gate_passes()
    {
        await using var app = await ScenarioApp.StartAsync();

        var few = await With(app.Test, ("browse", 9), ("buy", 1)).Sending(5).RunAsync();
        var endless = await app.Test
            .Scenario("browse", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)))
            .Scenario("buy", (user, token) => user.PauseAsync(TimeSpan.FromHours(1)))
            .Sending(6, connections: 2).With(o => o.MaxDuration = TimeSpan.FromMilliseconds(500)).RunAsync();

        Assert.Equal(
            "no iteration of the scenario buy ended (0 begun), so the mix was not measured as it is. Do more iterations, with more users, or give it a larger weight",
            Assert.Single(Failures(few)));
        Assert.Contains(
            "no iteration of the scenario buy ended (2 begun), so the mix was not measured as it is. Do more iterations, with more users, or give it a larger weight. Its code should return after one visit",
            Failures(endless));

        static IEnumerable<string> Failures(LoadResult result) =>
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailures = 0 })).Failures.Select(f => f.Message); // not a matter of time
    }

    [Fact]
    public async Task An_iteration_that_never_returns_has_not_ended()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("browse", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)))
            .Scenario("hang", (_, _) => new TaskCompletionSource().Task)
            .Sending(2, connections: 1).With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(300)).RunAsync());

        Assert.Equal([("browse", 1L, 1L), ("hang", 1L, 0L)], result.Scenarios!.Select(s => (s.Name, s.Iterations, s.IterationsEnded)));
        Assert.DoesNotContain(result.Findings, f => f.Name == "RequestsLeft"); // there was time enough
        Assert.Contains(
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailures = 1 })).Failures,
            f => f.Message.StartsWith("no iteration of the scenario hang ended (1 begun), ", StringComparison.Ordinal));
    }

    private async Task<string[]> OrderAsync(int? seed)
    {
        _done.Clear();
        await using var app = await ScenarioApp.StartAsync();
        var test = With(app.Test, ("browse", 3), ("buy", 1)).Sending(40, connections: 1);
        await (seed is { } known ? test.InRandomOrder(known) : test).RunAsync();
        return [.. _done.Select(d => d.Scenario)];
    }

    private (string, int)[] Counts() => [.. _done.CountBy(d => d.Scenario).Select(c => (c.Key, c.Value)).Order()];

    private LoadTest With(LoadTest test, params (string Name, int Weight)[] scenarios) => With(test, () => Task.CompletedTask, scenarios);

    private LoadTest With(LoadTest test, Func<Task> afterwards, (string Name, int Weight)[] scenarios) =>
        scenarios.Aggregate(test, (all, s) => all.Scenario(
            s.Name,
            async (user, token) =>
            {
                await DoAsync(user, s.Name, token);
                await afterwards();
            },
            s.Weight));

    private Task<string> DoAsync(LoadUser user, string scenario, CancellationToken cancellationToken)
    {
        _done.Enqueue((user.Number, user.Iteration, scenario));
        return user.StepAsync(scenario, () => user.Client.GetStringAsync(_home, cancellationToken));
    }
}
