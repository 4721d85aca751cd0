using TestApp;
using ThroughputKit.Tests.Engines.Client;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Gates on the allocated bytes of a single request, where they can't be judged: nothing is sent.</summary>
public class AloneRulesTests
{
    private static readonly LoadGates _gates = new() { MaxAllocatedBytesPerRequest = 1_000 };
    private static readonly LoadTest _test = LoadTest.For<App>().Get("/text").Send(LoadRequest.Get("/hello").Named("hello"));

    [Fact]
    public void In_a_chain() => Check(
        _test.AsChain(),
        "hello: MaxAllocatedBytesPerRequest is set in a chain. Expected: a request that can be sent alone after the window, to an app whose memory is known. "
        + "Alone, the request would lack the values that those before it take. Set the gate for the whole test.");

    [Fact]
    public void Without_a_warm_up() => Check(
        _test.Sending(40),
        "hello: MaxAllocatedBytesPerRequest is set without a warm-up. Expected: a request that can be sent alone after the window, to an app whose memory is known. "
        + "A cold app is sent no requests after the window. Leave WarmUp out, or set the gate for the whole test.");

    [Fact]
    public void For_rows_that_are_taken_once() => Check(
        LoadTest.For<App>().Send(LoadRequest.Get("/text?{id}").Named("hello")).WithData(LoadData.FromValues("id", ["1", "2"]).EachOnce()),
        "hello: MaxAllocatedBytesPerRequest is set for data whose rows are each taken once. Expected: a request that can be sent alone after the window, to an app whose memory is known. "
        + "After the window there are none left. Leave EachOnce out, or set the gate for the whole test.");

    [Fact]
    public async Task For_an_app_that_is_known_only_by_its_address()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        Check(
            LoadTest.Against(server.Address).Send(LoadRequest.Get("/").Named("hello")),
            "hello: MaxAllocatedBytesPerRequest is set for an app that is known only by its address. Expected: a request that can be sent alone after the window, to an app whose memory is known. "
            + "The memory of an app that is known only by its address is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave it out.");
        Assert.Equal(0, server.Requests);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_a_scenario(bool isInProcess)
    {
        await using var app = await ScenarioApp.StartAsync();
        var test = isInProcess ? app.InProcess : LoadTest.ForPublished(Built.TestApp);

        Check(
            test.Scenario("look", (user, token) => user.StepAsync("hello", () => user.Client.GetStringAsync(ScenarioApp.Uri("/home"), token))),
            "hello: MaxAllocatedBytesPerRequest is set in a scenario. Expected: a request that can be sent alone after the window, to an app whose memory is known. "
            + "A step is code, which can't be run alone. Set the gate for the whole test.");
        Assert.Empty(app.Received);
    }

    [Fact]
    public void In_a_comparison() => Assert.StartsWith(
        "The candidate has gates of its own. Expected: gates of the comparison alone. Set ComparisonGates with Within on the comparison, or run the test by itself",
        Problem(() => _test.Within("hello", _gates).ComparedWith(_test).RunAsync()), StringComparison.Ordinal);

    [Fact]
    public void Other_gates_of_such_a_request_are_possible() =>
        Assert.Empty(_test.AsChain().Within("hello", new LoadGates { MaxP99LatencyMs = 20 }).Check());

    // As a test by itself, and as the attribute judges it.
    private static void Check(LoadTest test, string expected)
    {
        var gated = test.Within("hello", _gates);

        Assert.Equal(expected, Problem(() => gated.RunAsync()));
        Assert.Equal(expected, Problem(() => test.JudgeAsync(gated.Gates!, _ => true, progress: null, CancellationToken.None)));
    }

    // It is thrown before anything runs.
    private static string Problem(Func<Task> run) => Assert.Single(Assert.Throws<LoadTestException>(() => { _ = run(); }).Problems);
}
