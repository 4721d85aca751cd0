using ThroughputKit.Gates;
using ThroughputKit.Tests.Engines.Client;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Gates on a scenario and on its steps.</summary>
public class ScenarioGateTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");

    [Fact]
    public async Task A_step_has_gates_of_its_own_and_one_that_never_happened_passes_none()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await Looking(app.InProcess)
            .Within(new() { MinRps = 0.001 })
            .Within("home", new() { MaxLatencyMs = 60_000, MaxFailures = 0 })
            .Within("order", new() { MaxLatencyMs = 60_000 }).Sending(40).RunAsync();

        Assert.Equal(
            ["order: MaxLatencyMs: no request of order succeeded (0 sent), so there is nothing to judge. The steps were: home"],
            result.Gates.Where(g => g.Verdict == GateVerdict.Failed && g.Gate.Contains(':', StringComparison.Ordinal)).Select(g => g.ToString()));
        Assert.Contains(result.Gates, g => g.Gate == "home: MaxFailures" && g.Verdict == GateVerdict.Passed);
    }

    [Fact]
    public async Task No_gate_on_what_is_no_step_is_tried_again_or_inconclusive()
    {
        const string Expected = "look: MinRps: no request of look succeeded (0 sent), so there is nothing to judge. The steps were: home";
        await using var app = await ScenarioApp.StartAsync();

        var result = await Looking(app.InProcess).Within("look", new() { MinRps = 1e-6 }).Sending(40).RunAsync();
        var mistaken = GateJudge.JudgeEligible(result with { Findings = [new("Overlap", FindingSeverity.Error, "", "") { IsSetUpMistake = true }] }, result.Limits!);

        Assert.Empty(result.EarlierAttempts);
        Assert.Equal(Expected, $"{Assert.Single(result.Gates, g => g.Verdict == GateVerdict.Failed)}");
        Assert.Equal(Expected, $"{Assert.Single(mistaken.Failed)}");
    }

    [Theory]
    [InlineData(1e-6, GateVerdict.Passed)]
    [InlineData(1e9, GateVerdict.Failed)]
    public async Task Its_iterations_have_a_gate(double minimum, GateVerdict expected)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await Looking(app.InProcess).Within(new() { MinIterationsPerSecond = minimum }).Sending(40).RunAsync();

        var outcome = result.Gates.Single(g => g.Gate == "MinIterationsPerSecond");
        Assert.Equal(expected, outcome.Verdict);
        Assert.Contains(" iterations per second", outcome.Message, StringComparison.Ordinal);
        Assert.Equal(expected, FigureJudge.Judge(Figures.Of("MinIterationsPerSecond"), minimum, result)!.Verdict);
    }

    [Fact]
    public void Requests_have_no_iterations() => Assert.StartsWith(
        "MinIterationsPerSecond is set, but this run has no such figure. Expected: a gate on a figure that the run has. Only a scenario has iterations.",
        Assert.Throws<LoadTestException>(() => MadeUp.Result(new()).VerifyAsIs(new() { MinIterationsPerSecond = 1 })).Problems.Single().ToString(),
        StringComparison.Ordinal);

    [Fact]
    public async Task A_step_of_the_warm_up_alone_is_named()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            await (user.Iteration > 0 ? Task.CompletedTask : user.StepAsync("sign in", () => user.Client.GetStringAsync(_home, token)));
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
        }).Within("sign in", new() { MaxFailures = 0 }).Sending(5, connections: 1)
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), TimeSpan.FromSeconds(1))).RunAsync();

        Assert.Equal(
            "sign in: MaxFailures: no request of sign in succeeded (0 sent), so there is nothing to judge. It was done outside the window alone: set o.WarmUp to zero to measure it, or have it done in every iteration",
            $"{Assert.Single(result.Gates, g => g.Verdict == GateVerdict.Failed)}");
    }

    [Fact]
    public async Task A_wait_that_never_ended_is_named()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("listen", async (user, token) =>
        {
            var wait = (await user.WebSocketAsync("/echo")).ReceiveAsync();
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            Assert.False(wait.IsCompleted);
        }).Within("/echo", new() { MaxFailures = 0 }).Sending(5, connections: 1).RunAsync();

        Assert.Equal(
            "/echo: MaxFailures: no request of /echo succeeded (0 sent), so there is nothing to judge. In the window it never ended: no message or event came that it waited for",
            $"{Assert.Single(result.Gates, g => g.Verdict == GateVerdict.Failed)}");
    }

    [Fact]
    public async Task What_the_code_allocates_is_not_taken_for_the_apps()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await Looking(app.InProcess).Sending(10).RunAsync();

        Assert.Equal((null, null, false), (result.Memory.AllocatedBytesPerRequest, result.Memory.ManagedHeapDelta, result.Memory.IsAvailable));
        Assert.Contains(
            "Memory      not available: what the load's clients and code allocate can't be told apart from what the app does. Load it with LoadTest.ForPublished",
            result.ToString(), StringComparison.Ordinal);
        Assert.Contains("cores busy (app and generator together)", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Gates_on_it_are_refused_before_the_run()
    {
        await using var app = await ScenarioApp.StartAsync();

        var error = await Assert.ThrowsAsync<LoadTestException>(() => Looking(app.InProcess)
            .Within(new() { MaxAllocatedBytesPerRequest = 1_000, MaxRetainedBytesPerRequest = 1, MaxHeapGrowthBytes = 1, MaxCpuMicrosecondsPerRequest = 1 }).RunAsync());

        Assert.Equal(
            ["MaxCpuMicrosecondsPerRequest", "MaxAllocatedBytesPerRequest", "MaxRetainedBytesPerRequest", "MaxHeapGrowthBytes"],
            error.Problems.Select(p => p.Split(' ')[0]));
        Assert.Equal(
            "MaxAllocatedBytesPerRequest is set for a scenario, whose code and clients run in the app's process. Expected: gates on throughput, latency and failures, or an app in a process of its own. What they take can't be told apart from what the app does. Load it with LoadTest.ForPublished, or leave the gate out.",
            $"{error.Problems[1]}");
        Assert.Empty(app.Received);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_bytes_of_a_published_app_are_its_own()
    {
        var small = await MeasureAsync("/twin");
        var large = await MeasureAsync("/twin-512");

        Assert.Equal(536, large - small, tolerance: 8); // the array
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Those_of_several_scenarios_are_of_all_by_their_weights()
    {
        string[] small = ["/twin", "/text"], large = ["/twin-512", "/text"]; // Kestrel allocates less for a request with the path of the last one
        var (ofSmall, ofLarge) = (await MeasureAsync((1, small)), await MeasureAsync((1, large)));

        Assert.Equal(268, ofLarge - ofSmall, tolerance: 8); // half of the requests have the array
        Assert.Equal(((3 * ofSmall) + ofLarge) / 4, await MeasureAsync((3, small), (1, large)), tolerance: 8);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Those_of_a_scenario_that_never_ends_are_not_measured()
    {
        var result = await LoadTest.ForPublished(Built.TestApp).Scenario("loop", async (user, token) =>
        {
            while (true)
            {
                await user.StepAsync("get", () => user.Client.GetStringAsync(ScenarioApp.Uri("/twin"), token));
            }
        }).With(o => (o.Connections, o.Duration, o.MaxWarmUp) = (1, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)))
            .Within(new() { MaxAllocatedBytesPerRequest = 100_000 }).RunAsync();

        Assert.Contains(result.Gates, g => g.Verdict == GateVerdict.Failed && $"{g}".Contains("no iteration of the scenario ended", StringComparison.Ordinal));
        Assert.Null(result.Memory.Allocation?.BytesPerRequest);
    }

    [Fact]
    public async Task One_on_the_first_response_is_refused_for_any_app()
    {
        await using var app = await ScenarioApp.StartAsync();

        var error = await Assert.ThrowsAsync<LoadTestException>(() => Looking(app.Test).Within(new() { MaxFirstResponseMs = 500 }).RunAsync());

        Assert.StartsWith("MaxFirstResponseMs is set for a scenario. Expected: a test of requests.", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_scenario_has_no_baseline()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await Looking(app.InProcess).Sending(10).RunAsync();

        Assert.Contains(ThroughputKit.Baselines.BaselineEligibility.Check(result), p => p.Found == "The result is that of a scenario");
    }

    private static Task<double> MeasureAsync(string path) => MeasureAsync((1, [path]));

    private static async Task<double> MeasureAsync(params (int Weight, string[] Paths)[] scenarios)
    {
        var result = await scenarios.Aggregate(LoadTest.ForPublished(Built.TestApp), (test, s) => test.Scenario(s.Paths[0], (user, token) => GetAsync(user, s.Paths, token), s.Weight))
            .With(o => (o.Connections, o.Duration) = (4, TimeSpan.FromSeconds(2)))
            .Within(new() { MaxAllocatedBytesPerRequest = 100_000 }).RunAsync();
        Assert.Equal(GateVerdict.Passed, result.Gates.Single(g => g.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest)).Verdict);
        return result.Memory.Allocation!.BytesPerRequest!.Value;

        static async Task GetAsync(LoadUser user, string[] paths, CancellationToken cancellationToken)
        {
            foreach (var path in paths)
            {
                await user.StepAsync("get", () => user.Client.GetStringAsync(ScenarioApp.Uri(path), cancellationToken));
            }
        }
    }

    private static LoadTest Looking(LoadTest test) =>
        test.Scenario("look", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)));
}
