namespace ThroughputKit.Tests.Planning;

/// <summary>Scenarios and their users that can't be run: refused at once, with all problems together.</summary>
public class ScenarioRulesTests
{
    private static readonly LoadTest _bare = LoadTest.Against("http://127.0.0.1:9");
    private static readonly LoadTest _good = _bare.Scenario("buy", (_, _) => Task.CompletedTask);
    private static readonly LoadData _data = LoadData.FromValues("name", ["ann", "bob"]);
    private static readonly TimeSpan _second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _long = TimeSpan.FromHours(18);

    public static TheoryData<string, LoadTest> Plans => new()
    {
        {
            "The scenario is named ' '. Expected: a name that is not blank and has no line breaks or other control characters. The name appears in tables and messages.",
            _bare.Scenario(" ", (_, _) => Task.CompletedTask)
        },
        {
            "The test has a scenario and 2 requests. Expected: one or the other. Send them in steps of the scenario, with user.Client, or in a test of their own.",
            _good.Get("/").Get("/a")
        },
        {
            "The header X-User has the placeholder {name}, in a test with a scenario. Expected: placeholders in a test of requests. Set it on the requests of the scenario: to user.Data[\"name\"].",
            _good.WithHeader("X-User", "{name}").WithData(_data)
        },
        {
            "WithUsers is set, and so is EachOnce. Expected: WithUsers alone. It says how many users there are, and for how long. Leave the rest out. Rows that are each taken once need a constant number of users: o.Connections.",
            _good.WithData(_data.EachOnce()).WithUsers(LoadUsers.From(1).Hold(_second))
        },
        { "The data has two columns 'name'. Expected: a name of its own for each column. Rename one of them.", _good.WithData(_data.WithGuid("name")) },
        {
            "Each row is taken once, and Requests is 3. Expected: at most the number of rows: 2. The data would run out. Give more rows, or take them in turn: leave EachOnce out.",
            _good.WithData(_data.EachOnce()).With(o => o.Requests = 3)
        },
        {
            "OnUserBegin or OnUserEnd is set, and the test has no scenario. Expected: a scenario. To sign in once before the load, use Prepare. Users that send requests in order are a chain, whose first requests may sign in.",
            _bare.Get("/").OnUserEnd((_, _) => Task.CompletedTask)
        },
        {
            "The test has a scenario and 1 chain. Expected: one or the other. Send them in steps of the scenario, with user.Client, or in a test of their own.",
            _good.Chain("look", [LoadRequest.Get("/"), LoadRequest.Get("/a")])
        },
        {
            "InRandomOrder is set, and the test has one scenario. Expected: several scenarios, which take turns. With one there is no order. Leave it out.",
            _good.InRandomOrder(1)
        },
        {
            "The test has 2 scenarios 'buy'. Expected: a name of its own for each scenario. Results tell them apart by it. Rename one of them. To have one done more often, give it a larger weight.",
            _good.Scenario("buy", (_, _) => Task.CompletedTask)
        },
        {
            "The test has 17 scenarios. Expected: at most 16. Split them into several tests, or decide by user.Number or user.Random within one of them.",
            Enumerable.Range(0, 16).Aggregate(_good, (test, i) => test.Scenario($"{i}", (_, _) => Task.CompletedTask))
        },
        {
            "The weight of the scenario 'stay' is -1. Expected: zero or more. A scenario with weight 2 is done twice as often as one with 1.",
            _good.Scenario("stay", (_, _) => Task.CompletedTask, weight: -1)
        },
        {
            "The weight of every scenario is 0. Expected: a weight above zero for one scenario or more. Leave the weights out for equal shares.",
            _bare.Scenario("buy", (_, _) => Task.CompletedTask, weight: 0)
        },
        {
            "The weights add up to 10,001, divided by what they have in common. Expected: at most 10,000. Round them: 70 and 30 describe a mix as well as 70,012 and 29,988.",
            _good.Scenario("stay", (_, _) => Task.CompletedTask, weight: 10_000)
        },
        { "o.CheckedShare is set for a scenario. Expected: checks of each response. Its steps check all that they get. Leave it out.", _good.With(o => o.CheckedShare = 0.5) },
        { "o.Engine = Socket is set for a scenario. Expected: Automatic or Client. Its code sends with the framework's client. Leave Engine out.", _good.With(o => o.Engine = LoadEngine.Socket) },
        { "o.ClientHandler is set for a scenario. Expected: settings for scenarios: it has code in place of this one. Leave it out, or send requests instead of the scenario.", _good.With(o => o.ClientHandler = h => h) },
        {
            "WithUsers is set, and the test has neither a scenario nor a chain. Expected: a scenario, or a chain. Other requests have no users: set o.Connections, or a rate that changes with AtRate.",
            _bare.Get("/").WithUsers(LoadUsers.From(1).Hold(_second))
        },
        { "The number of users is -1. Expected: 0 to 20,000. Did you mean a rate? Use AtRate.", _good.WithUsers(LoadUsers.From(1).RampTo(-1, _second)) },
        { "There are never any users. Expected: one user or more. Nothing would be sent.", _good.WithUsers(LoadUsers.From(0).Hold(_second)) },
        {
            "WithUsers has no length. Expected: a RampTo or a Hold after From. For a constant number of users, set o.Connections.",
            _good.WithUsers(LoadUsers.From(5))
        },
        { "A segment of WithUsers lasts 0 s. Expected: above zero, at most 24 hours. Is the unit right?", _good.WithUsers(LoadUsers.From(5).Hold(TimeSpan.Zero)) },
        { "All segments of WithUsers together last 129600 s. Expected: at most 24 hours. The length of the test is their sum.", _good.WithUsers(LoadUsers.From(5).Hold(_long).Hold(_long)) },
        {
            "WithUsers is set, and so is AtRate, o.Connections, o.Duration. Expected: WithUsers alone. It says how many users there are, and for how long. Leave the rest out.",
            _good.WithUsers(LoadUsers.From(5).Hold(_second)).AtRate(5).With(o => (o.Connections, o.Duration) = (5, _second))
        },
    };

    [Theory]
    [MemberData(nameof(Plans))]
    public async Task They_are_refused(string expected, LoadTest test) =>
        Assert.Equal(expected, $"{Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems)}");

    [Fact]
    public async Task Scenarios_are_neither_compared_nor_searched()
    {
        var compared = await Assert.ThrowsAsync<LoadTestException>(() => _good.ComparedWith(_bare.Get("/")).RunAsync());
        var searched = await Assert.ThrowsAsync<LoadTestException>(() => _good.FindMaxRateAsync(TimeSpan.FromMilliseconds(20)));

        Assert.StartsWith("The candidate: The scenario 'buy' is used in a comparison. Expected: a test of requests.", $"{Assert.Single(compared.Problems)}", StringComparison.Ordinal);
        Assert.StartsWith("The scenario 'buy' is used in a search. Expected: a test of requests.", $"{Assert.Single(searched.Problems)}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_are_all_named() => Assert.StartsWith(
        "The scenarios 'buy', 'stay' are used in a search. Expected: a test of requests.",
        $"{Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => _good.Scenario("stay", (_, _) => Task.CompletedTask).FindMaxRateAsync(_second))).Problems)}",
        StringComparison.Ordinal);
}
