namespace ThroughputKit.Tests.Planning;

/// <summary>Chains that can't be: refused at once, before anything is started.</summary>
public class ChainRulesTests
{
    private const string NoChain = ", and the test is no chain. Expected: a chain. Add AsChain(): each connection then sends the requests in order, as one user.";
    private const string Misspelt = " Is it misspelt, or taken too late? For a brace that is meant as it is, write two: {{.";
    private const string PauseAllowed = " Expected: zero or more, at most 1 hour, and the shorter time first. Is the unit right? TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.";

    private static readonly LoadTest _test = LoadTest.Against("http://127.0.0.1:9");
    private static readonly LoadRequest[] _one = [LoadRequest.Get("/")];
    private static readonly LoadRequest _signIn = LoadRequest.Post("/sign-in").TakeJson("token", "/token");

    public static TheoryData<string, LoadTest> Tests => new()
    {
        { $"POST /sign-in takes {{token}} from its response{NoChain}", _test.Send(_signIn).Get("/{token}") },
        { $"GET / has a pause{NoChain}", _test.Send(LoadRequest.Get("/").WithPause(TimeSpan.FromSeconds(1))) },
        { "The rate is -1 passes per second. Expected: above zero, at most 10,000,000. A rate is in passes per second.", _test.Get("/").AsChain().AtRate(-1) },
        {
            "Both Requests (10) and a rate are set. Expected: one of them. A test at a set rate runs for a duration. Set Duration instead of Requests.",
            _test.Get("/").AsChain().AtRate(10).With(o => o.Requests = 10)
        },
        {
            "WithUsers is set, and so is AtRate. Expected: WithUsers alone. It says how many users there are, and for how long. Leave the rest out.",
            _test.Get("/").AsChain().AtRate(10).WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)))
        },
        {
            "Both AsChain and InRandomOrder are set. Expected: one of them. A chain has its order. Leave InRandomOrder out.",
            _test.Get("/").AsChain().InRandomOrder(1)
        },
        {
            "Both Chain and InRandomOrder are set. Expected: one of them. A chain has its order. Leave InRandomOrder out.",
            _test.Chain("a", _one).InRandomOrder(1)
        },
        {
            "A chain is named ' '. Expected: a name that is not blank and has no line breaks or other control characters. The name appears in tables and messages, and gates refer to it.",
            _test.Chain(" ", _one)
        },
        { "There are 2 chains 'a'. Expected: a name of its own for each. Rename one of them.", _test.Chain("a", _one).Chain("a", _one) },
        { "The chain 'b' has no request. Expected: one request or more. Add one, or leave the chain out.", _test.Chain("a", _one).Chain("b", []) },
        {
            "Both Chain and AsChain are set. Expected: one of them. AsChain makes one chain of all requests. Leave it out, and set keepCookies for each chain.",
            _test.Chain("a", _one).AsChain()
        },
        {
            "The test has chains and 1 other request. Expected: one or the other. A chain may have a single request. Add one for these.",
            _test.Get("/").Chain("a", _one)
        },
        { "The weight of the chain 'b' is -1. Expected: zero or more. A chain with weight 2 is sent twice as often as one with 1.", _test.Chain("a", _one).Chain("b", _one, weight: -1) },
        {
            "The weight of every chain is 0. Expected: a weight above zero for one chain or more. Leave the weights out for equal shares.",
            _test.Chain("a", _one, weight: 0).Chain("b", _one, weight: 0)
        },
        {
            "The weights of all requests of the chains add up to 10,002, divided by what they have in common. Expected: at most 10,000. Round them: 70 and 30 describe a mix as well as 70,012 and 29,988.",
            _test.Chain("a", [.. _one, .. _one], weight: 5_000).Chain("b", [.. _one, .. _one], weight: 1)
        },
        {
            "The weight of GET / is 2, in a chain. Expected: 1. A chain sends each request once in a pass. To send one twice, add it twice.",
            _test.Chain("a", [LoadRequest.Get("/").WithWeight(2)])
        },
        {
            $"There is no value 'token' for the path of b: GET /{{token}}. Expected: a value that an earlier request of the same chain takes; none does.{Misspelt}",
            _test.Chain("a", [_signIn, LoadRequest.Get("/{token}")]).Chain("b", [LoadRequest.Get("/{token}")])
        },
        {
            "Each row is taken once, and the test has 2 chains. Expected: one chain. Each has its own number of requests for a row. Test one by itself, or take the rows in turn: leave EachOnce out.",
            _test.Chain("a", [LoadRequest.Get("/{id}")]).Chain("b", [LoadRequest.Get("/{id}")]).WithData(LoadData.FromValues("id", ["1"]).EachOnce())
        },
        {
            "The weight of GET / is 2, in a chain. Expected: 1. A chain sends each request once in a pass. To send one twice, add it twice.",
            _test.Send(LoadRequest.Get("/").WithWeight(2)).AsChain()
        },
        {
            "Each row is taken once, by a pass of the chain, and no request uses their columns. Expected: a placeholder of a row in a request. The rows would be used up for nothing. Leave EachOnce out.",
            _test.Get("/{n}").Get("/").WithData(LoadData.FromValues("id", ["1"]).WithCounter("n").EachOnce()).AsChain()
        },
        {
            "Each row is taken once, by a pass of 2 requests, and Requests is 3. Expected: a multiple of 2, at most 4. Leave Requests out: the run ends with the last row.",
            _test.Get("/{id}").Get("/").WithData(LoadData.FromValues("id", ["1", "2"]).EachOnce()).AsChain().With(o => o.Requests = 3)
        },
        {
            "Each row is taken once, by a pass of 2 requests, and Requests is 6. Expected: a multiple of 2, at most 4. Leave Requests out: the run ends with the last row.",
            _test.Get("/{id}").Get("/").WithData(LoadData.FromValues("id", ["1", "2"]).EachOnce()).AsChain().With(o => o.Requests = 6)
        },
        {
            "WithUsers is set, and so is EachOnce. Expected: WithUsers alone. It says how many users there are, and for how long. Leave the rest out. Rows that are each taken once need a constant number of users: o.Connections.",
            _test.Get("/{id}").WithData(LoadData.FromValues("id", ["1"]).EachOnce()).AsChain().WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)))
        },
        {
            "'token' is taken from a response, and is a column of the data. Expected: a name of its own for each. Rename one of them.",
            _test.Send(_signIn).Get("/{token}").WithData(LoadData.FromValues("token", ["1"])).AsChain()
        },
        {
            $"There is no value 'tokne' for the path of GET /{{tokne}}. Expected: a value that is known by then: token.{Misspelt}",
            _test.Send(_signIn).Get("/{tokne}").AsChain()
        },
        {
            $"There is no value 'token' for the header X of GET /. Expected: a value that an earlier request of the same chain takes; none does.{Misspelt}",
            _test.Send(LoadRequest.Get("/").WithHeader("X", "{token}")).Send(_signIn).AsChain()
        },
        {
            $"There is no value 'token' for the path of GET /{{token}}/{{id}}. Expected: a value that is known by then: id.{Misspelt}",
            _test.Get("/{token}/{id}").Send(_signIn).WithData(LoadData.FromValues("id", ["1"])).AsChain().With(o => o.Requests = 1)
        },
        {
            "POST / takes a value with the name '{token}'. Expected: letters, digits, '_' and '-', of which the first is no digit. Requests refer to it in braces, such as {token}. Give the name without them.",
            _test.Send(LoadRequest.Post("/").TakeHeader("{token}", "X")).AsChain()
        },
        {
            "POST / takes {token} from the body, and 204 is an expected status. Expected: a header or a cookie. A response with that status has no body. Leave out the status.",
            _test.Send(LoadRequest.Post("/").Expect(200, 204).TakeJson("token", "/token")).AsChain()
        },
        {
            "#{token} is in the body of POST /, as other tools write a placeholder. Expected: the name in single braces: {token}. To send a # before the value, write ##{token}.",
            _test.Send(_signIn).Send(LoadRequest.Post("/").WithJsonText("[\"#{token}\"]")).AsChain()
        },
        {
            "POST /: The JSON pointer is 'token'. Expected: names and indexes, each after a slash, such as /items/0/id; or nothing, for the whole body. Within a name, ~0 stands for a tilde and ~1 for a slash. It is RFC 6901, not JSONPath: no '$', '.', '#' or brackets.",
            _test.Send(LoadRequest.Post("/").TakeJson("token", "token")).AsChain()
        },
        {
            "POST /: The expression 'a(b)' has a capturing group. Expected: an expression whose whole match is the value. Leave out what stands around the value with lookbehind and lookahead: (?<=value=\")[^\"]+(?=\"). A group that only holds things together is (?:...).",
            _test.Send(LoadRequest.Post("/").TakeMatch("token", "a(b)")).AsChain()
        },
        {
            "POST /: The expression '[a' is invalid: Invalid pattern '[a' at offset 2. Unterminated [] set. Expected: a regular expression of .NET. Is a character not escaped?",
            _test.Send(LoadRequest.Post("/").TakeMatch("token", "[a")).AsChain()
        },
        {
            "POST /: TakeCookie names the cookie 'sid='. Expected: a name without '=', ';' and spaces. Give only the name, as in TakeCookie(\"session\", \"sid\").",
            _test.Send(LoadRequest.Post("/").TakeCookie("token", "sid=")).AsChain()
        },
        {
            "POST /: The header name 'X-Token:' is empty or contains a character that HTTP forbids. Expected: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the name.",
            _test.Send(LoadRequest.Post("/").TakeHeader("token", "X-Token:")).AsChain()
        },
        {
            "HEAD / takes {token} from the body, and the method is HEAD. Expected: a header or a cookie. A response to HEAD has no body. Send GET.",
            _test.Send(LoadRequest.Head("/").TakeJson("token", "/a")).AsChain()
        },
        { $"The pause of GET / is -1 s.{PauseAllowed}", _test.Send(LoadRequest.Get("/").WithPause(TimeSpan.FromSeconds(-1))).AsChain() },
        { $"The pause of GET / is 2 s to 1 s.{PauseAllowed}", _test.Send(LoadRequest.Get("/").WithPause(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1))).AsChain() },
        { $"The pause of GET / is 0 s to 7200 s.{PauseAllowed}", _test.Send(LoadRequest.Get("/").WithPause(TimeSpan.Zero, TimeSpan.FromHours(2))).AsChain() },
    };

    [Theory]
    [MemberData(nameof(Tests), DisableDiscoveryEnumeration = true)]
    public async Task Is_refused_with_its_own_message(string expected, LoadTest test) =>
        Assert.Equal([expected], (await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems);

    [Fact]
    public async Task All_problems_are_reported_together()
    {
        var test = _test.Send(_signIn.WithWeight(2)).Get("/{tokne}").AsChain().InRandomOrder(1).AtRate(-10);

        Assert.Equal(4, (await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems.Count);
    }

    [Fact]
    public async Task A_search_sets_rates() => Assert.Equal(
        ["AsChain is set for a test in a search. Expected: a test of independent requests: a search finds a rate of requests, and the rate of a chain is one of passes. Run the chain with AtRate, at the rates in question, and look at Pacing and the latencies."],
        (await Assert.ThrowsAsync<LoadTestException>(() => _test.Get("/").AsChain().FindMaxRateAsync(TimeSpan.FromMilliseconds(5)))).Problems);

    [Fact]
    public async Task A_search_has_a_constant_number_of_users()
    {
        var test = _test.Get("/").AsChain().WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)));

        Assert.Contains(
            "WithUsers is set. Expected: a test with a constant number of users. The search varies the rate alone. Set o.Connections instead.",
            (await Assert.ThrowsAsync<LoadTestException>(() => test.FindMaxRateAsync(TimeSpan.FromMilliseconds(5)))).Problems);
    }

    [Fact]
    public async Task A_comparison_has_a_constant_number_of_users()
    {
        var test = _test.Get("/").AsChain().WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)));

        Assert.Equal(
            ["The candidate has users that come and go. Expected: a constant number of users. Both sides take turns in short slices, in which all users take part. Leave WithUsers out, and set o.Connections."],
            (await Assert.ThrowsAsync<LoadTestException>(() => test.ComparedWith(_test.Get("/").AsChain()).RunAsync())).Problems);
    }

    [Fact]
    public void What_a_request_takes_and_its_pause_stay_with_it()
    {
        var request = _signIn.WithPause(TimeSpan.FromSeconds(1)).Named("a").WithHeader("b", "c").WithJsonText("{}").Expect(201);

        Assert.Equal(("token", TimeSpan.FromSeconds(1)), (Assert.Single(request.Takes).Name, request.Pause.Most));
    }
}
