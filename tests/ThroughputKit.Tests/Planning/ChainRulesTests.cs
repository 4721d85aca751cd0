namespace ThroughputKit.Tests.Planning;

/// <summary>Chains that can't be: refused at once, before anything is started.</summary>
public class ChainRulesTests
{
    private const string NoChain = ", and the test is no chain. Expected: a chain. Add AsChain(): each connection then sends the requests in order, as one user.";
    private const string Misspelt = " Is it misspelt, or taken too late? For a brace that is meant as it is, write two: {{.";
    private const string ClosedLoop = " Expected: a closed loop: a chain's next request waits for the response to the last. For more load, set more connections; for less, let users pause with WithPause.";
    private const string PauseAllowed = " Expected: zero or more, at most 1 hour, and the shorter time first. Is the unit right? TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.";

    private static readonly LoadTest _test = LoadTest.Against("http://127.0.0.1:9");
    private static readonly LoadRequest _signIn = LoadRequest.Post("/sign-in").TakeJson("token", "/token");

    public static TheoryData<string, LoadTest> Tests => new()
    {
        { $"POST /sign-in takes {{token}} from its response{NoChain}", _test.Send(_signIn).Get("/{token}") },
        { $"GET / has a pause{NoChain}", _test.Send(LoadRequest.Get("/").WithPause(TimeSpan.FromSeconds(1))) },
        { $"AsChain is set for a test at a set rate.{ClosedLoop}", _test.Get("/").AsChain().AtRate(10) },
        {
            "Both AsChain and InRandomOrder are set. Expected: one of them. A chain has its order. Leave InRandomOrder out.",
            _test.Get("/").AsChain().InRandomOrder(1)
        },
        {
            "The weight of GET / is 2, in a chain. Expected: 1. A chain sends each request once in a pass. To send one twice, add it twice.",
            _test.Send(LoadRequest.Get("/").WithWeight(2)).AsChain()
        },
        {
            "EachOnce is set for data in a chain. Expected: rows in turn, at random or one per connection. Leave EachOnce out.",
            _test.Get("/{id}").WithData(LoadData.FromValues("id", ["1"]).EachOnce()).AsChain()
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
            $"There is no value 'token' for the header X of GET /. Expected: a value that an earlier request of the chain takes; none does.{Misspelt}",
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
        var test = _test.Send(_signIn.WithWeight(2)).Get("/{tokne}").AsChain().InRandomOrder(1).AtRate(10);

        Assert.Equal(4, (await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync())).Problems.Count);
    }

    [Fact]
    public async Task A_search_sets_rates() => Assert.Equal(
        [$"AsChain is set for a test in a search.{ClosedLoop}"],
        (await Assert.ThrowsAsync<LoadTestException>(() => _test.Get("/").AsChain().FindMaxRateAsync(TimeSpan.FromMilliseconds(5)))).Problems);

    [Fact]
    public async Task A_slice_of_a_comparison_is_too_short_for_a_chain()
    {
        var test = _test.Get("/a").Get("/b").AsChain();

        Assert.Equal(
            "The candidate is a chain. Expected: a test without AsChain. A slice is shorter than most chains, so it would send only the first requests. "
                + "Measure both in an experiment, with InRounds.",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.ComparedWith(_test.Get("/")).RunAsync())).Problems));
        Assert.StartsWith(
            "The variants are to be measured in short slices, which take turns, but 'b' is a chain.",
            Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
                () => LoadTest.Experiment().Add("a", _test.Get("/")).Add("b", test).RunAsync())).Problems),
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_request_takes_and_its_pause_stay_with_it()
    {
        var request = _signIn.WithPause(TimeSpan.FromSeconds(1)).Named("a").WithHeader("b", "c").WithJsonText("{}").Expect(201);

        Assert.Equal(("token", TimeSpan.FromSeconds(1)), (Assert.Single(request.Takes).Name, request.Pause.Most));
    }
}
