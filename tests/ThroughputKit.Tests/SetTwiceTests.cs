using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests;

/// <summary>What is set twice is a mistake, which the run reports together with all others. What adds is none.</summary>
public class SetTwiceTests
{
    private static readonly LoadTest _bare = LoadTest.Against("http://127.0.0.1:9");
    private static readonly LoadTest _test = _bare.Get("/");
    private static readonly LoadRequest _post = LoadRequest.Post("/");
    private static readonly LoadData _data = LoadData.FromValues("id", ["1"]);
    private static readonly LoadUsers _users = LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1));
    private static readonly LoadExperiment _experiment = LoadTest.Experiment().Add("a", _test).Add("b", _test);
    private static readonly LoadComparison _comparison = _test.ComparedWith(_test);
    private static readonly LoadGates _gates = new() { MinRps = 1 };

    public static TheoryData<string, Func<Task>> Runs => new()
    {
        { "Named", () => _test.Named("a").Named("a").RunAsync() },
        { "AtRate", () => _test.AtRate(5).AtRate(LoadRate.From(6)).RunAsync() },
        { "AllowHost", () => _test.AllowHost("a").AllowHost("b").RunAsync() },
        { "Within", () => _test.Within(_gates).Within("GET /", _gates).Within(new() { MaxFailures = 0 }).RunAsync() },
        { "set of gates for 'GET /'", () => _test.Within("GET /", _gates).Within(_gates).Within("GET /", _gates).RunAsync() },
        { "WithData", () => _bare.Get("/{id}").WithData(_data).WithData(_data).RunAsync() },
        { "AsChain", () => _test.AsChain(keepCookies: true).AsChain().RunAsync() },
        { "InRandomOrder", () => _test.InRandomOrder(1).InRandomOrder(2).RunAsync() },
        { "OnUserBegin", () => _bare.Scenario("a", (_, _) => Task.CompletedTask).OnUserBegin((_, _) => Task.CompletedTask).OnUserBegin((_, _) => Task.CompletedTask).RunAsync() },
        { "OnUserEnd", () => _bare.Scenario("a", (_, _) => Task.CompletedTask).OnUserEnd((_, _) => Task.CompletedTask).OnUserEnd((_, _) => Task.CompletedTask).RunAsync() },
        { "WithUsers", () => _bare.Scenario("a", (_, _) => Task.CompletedTask).WithUsers(_users).WithUsers(_users).RunAsync() },
        { "order of the rows", () => _bare.Get("/{id}").WithData(_data.OnePerConnection().InRandomOrder(1)).RunAsync() },
        { "order of the rows", () => _bare.Get("/{id}").WithData(_data.InRandomOrder(1).WithGuid("b").InRandomOrder(2)).RunAsync() },
        { "Within", () => _comparison.Within(new() { MaxSlowdownPercent = 5 }).Within(new()).RunAsync() },
        { "MeasureFor", () => _comparison.MeasureFor(TimeSpan.FromSeconds(1)).MeasureFor(TimeSpan.FromSeconds(2)).RunAsync() },
        { "Seed", () => _comparison.Seed(1).Seed(1).RunAsync() },
        { "Reference", () => _experiment.Reference("a").Reference("b").RunAsync() },
        { "MeasureFor", () => _experiment.MeasureFor(TimeSpan.FromSeconds(1)).MeasureFor(TimeSpan.FromSeconds(2)).RunAsync() },
        { "UntilWithin", () => _experiment.UntilWithin(3).UntilWithin(4).RunAsync() },
        { "InRounds", () => _experiment.InRounds().InRounds(7).RunAsync() },
        { "Seed", () => _experiment.Seed(1).Seed(2).RunAsync() },
    };

    public static TheoryData<string, LoadRequest> Requests => new()
    {
        { "Named", _post.Named("POST /").Named("POST /") },
        { "WithWeight", _post.WithWeight(2).WithWeight(3) },
        { "Expect", _post.Expect(404).ExpectHeader("ETag").Expect(410) },
        { "WithPause", _post.WithPause(TimeSpan.Zero).WithPause(TimeSpan.Zero) },
        { "body", _post.WithJson(7).WithJsonText("7") },
        { "body", _post.WithContent([7], "x/y").WithJson(7) },
        { "Content-Type", _post.WithHeader("Content-Type", "x/y").WithHeader("content-type", "a/b") },
    };

    [Theory]
    [MemberData(nameof(Runs), DisableDiscoveryEnumeration = true)]
    public async Task Only_one_can_count(string what, Func<Task> run) => Assert.Equal([Problem(what)], (await Assert.ThrowsAsync<LoadTestException>(run)).Problems);

    [Theory]
    [MemberData(nameof(Requests), DisableDiscoveryEnumeration = true)]
    public async Task Only_one_of_a_request_can_count(string what, LoadRequest request) => Assert.Equal(
        [$"POST /: {Problem(what)}"], (await Assert.ThrowsAsync<LoadTestException>(() => _bare.Send(request).RunAsync())).Problems);

    [Fact]
    public async Task It_is_reported_once_together_with_all_other_mistakes() => Assert.Equal(
        ["There is more than one Named", "There is more than one AtRate", "Connections is 0"],
        (await Assert.ThrowsAsync<LoadTestException>(
            () => _test.Named("a").Named("b").Named("c").AtRate(1).AtRate(2).With(o => o.Connections = 0).RunAsync())).Problems.Select(p => p.Split('.')[0]));

    [Fact]
    public async Task What_adds_is_no_mistake_nor_what_several_tests_of_one_helper_set()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var shared = LoadTest.Against(server.Address).Send(LoadRequest.Get("/").WithHeader("X", "1").WithHeader("X", "2")).WithHeader("Y", "1").WithHeader("Y", "2");

        Identity.Check(await shared.Named("a").With(o => o.Connections = 2).Sending(4).RunAsync());
        Identity.Check(await shared.Named("b").Prepare((_, _) => Task.CompletedTask).Prepare((_, _) => Task.CompletedTask).Sending(4).RunAsync());
    }

    private static string Problem(string what) =>
        $"There is more than one {what}. Expected: one. Only the last would count. Put everything into one, and leave the others out. Does a helper that several tests share set it too?";
}
