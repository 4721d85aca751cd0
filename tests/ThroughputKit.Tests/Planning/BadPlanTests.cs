using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Planning;

/// <summary>Plans that can't be run: refused at once, with all problems together, before anything is started.</summary>
public class BadPlanTests
{
    private const string Cause = "Is the unit right? Attributes take seconds. In code, TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.";

    private const string Contradiction = "Expected: checks that one response can pass together. Keep one of them. A body that differs from response to response can be checked with ExpectBodyContaining, ExpectJson or a function.";

    private static readonly LoadRequest _get = LoadRequest.Get("/");
    private static readonly LoadTest _good = LoadTest.Against("http://127.0.0.1:9").Get("/");

    public static TheoryData<string, LoadTest> Plans => new()
    {
        {
            "The test has no request. Expected: one request or more. Say what to send, as in LoadTest.For(app).Get(\"/hello\").",
            LoadTest.Against("http://127.0.0.1:9")
        },
        {
            "The test has 201 requests. Expected: at most 200. Each request has its own figures. Measure a sample of the requests, or split them into several tests.",
            Enumerable.Range(0, 200).Aggregate(_good, (test, i) => test.Get($"/{i}"))
        },
        {
            "Connections is 0. Expected: 1 to 20,000. Does it come from a missing setting? Leave it unset unless you need another number.",
            _good.With(o => o.Connections = 0)
        },
        {
            "Connections is -1. Expected: 1 to 20,000. Does it come from a missing setting? Leave it unset unless you need another number.",
            _good.With(o => o.Connections = -1)
        },
        {
            "Connections is 20,001. Expected: 1 to 20,000. Each connection needs a file descriptor, and a second one if the app is in this process. More than 10,000 connections rarely show anything new. Did you mean a rate? Use AtRate.",
            _good.With(o => o.Connections = 20_001)
        },
        {
            "StreamsPerConnection is 0. Expected: 1 to 1,000. Servers allow 100 or so: Kestrel by its Limits.Http2.MaxStreamsPerConnection. For more requests in flight, raise Connections.",
            _good.With(o => (o.Protocol, o.StreamsPerConnection) = (LoadProtocol.Http2, 0))
        },
        {
            "StreamsPerConnection is 2, and Protocol is Http1. Expected: Http2. A connection of HTTP/1.1 has one request in flight. Set o.Protocol = LoadProtocol.Http2, or raise Connections instead.",
            _good.With(o => o.StreamsPerConnection = 2)
        },
        {
            "StreamsPerConnection is 2, and the framework's client makes the load. Expected: 1. Its connections have one request in flight each. Leave Engine and ClientHandler out, on Linux, or raise Connections instead.",
            _good.With(o => (o.Protocol, o.StreamsPerConnection, o.Engine) = (LoadProtocol.Http2, 2, LoadEngine.Client))
        },
        {
            "Connections x StreamsPerConnection is 200,000 requests in flight. Expected: 100,000 at most. More than 10,000 rarely show anything new. Did you mean a rate? Use AtRate.",
            _good.With(o => (o.Protocol, o.StreamsPerConnection, o.Connections) = (LoadProtocol.Http2, 1_000, 200))
        },
        {
            "o.StreamsPerConnection is set for a scenario. Expected: settings for scenarios: it has code in place of this one. Leave it out, or send requests instead of the scenario.",
            LoadTest.Against("http://127.0.0.1:9").Scenario("look", (_, _) => Task.CompletedTask).With(o => (o.Protocol, o.StreamsPerConnection) = (LoadProtocol.Http2, 2))
        },
        {
            "RequestsPerConnection is 0. Expected: 1 or more, or null to keep connections open. 1 opens a connection for each request. For the number of connections that are open at a time, set Connections.",
            _good.With(o => o.RequestsPerConnection = 0)
        },
        {
            "RequestsPerConnection is -1. Expected: 1 or more, or null to keep connections open. 1 opens a connection for each request. For the number of connections that are open at a time, set Connections.",
            _good.With(o => o.RequestsPerConnection = -1)
        },
        {
            "o.RequestsPerConnection is set for a scenario. Expected: settings for scenarios: it has code in place of this one. Leave it out, or send requests instead of the scenario.",
            LoadTest.Against("http://127.0.0.1:9").Scenario("look", (_, _) => Task.CompletedTask).With(o => o.RequestsPerConnection = 1)
        },
        {
            "OverHttps is set for http://127.0.0.1:9. Expected: an app that the kit starts. An app at an address is loaded as the address says: write https://.",
            _good.OverHttps()
        },
        { $"Duration is 0 s. Expected: above zero, at most 24 hours. {Cause}", _good.With(o => o.Duration = TimeSpan.Zero) },
        { $"Duration is -1 s. Expected: above zero, at most 24 hours. {Cause}", _good.With(o => o.Duration = TimeSpan.FromSeconds(-1)) },
        { $"Duration is 172800 s. Expected: above zero, at most 24 hours. {Cause}", _good.With(o => o.Duration = TimeSpan.FromDays(2)) },
        { $"MaxDuration is 0 s. Expected: above zero, at most 24 hours. {Cause}", _good.With(o => o.MaxDuration = TimeSpan.Zero) },
        { $"RequestTimeout is 0 s. Expected: above zero, at most 1 hour. {Cause}", _good.With(o => o.RequestTimeout = TimeSpan.Zero) },
        { $"RequestTimeout is -0.001 s. Expected: above zero, at most 1 hour. {Cause}", _good.With(o => o.RequestTimeout = Timeout.InfiniteTimeSpan) },
        { $"StartTimeout is 0 s. Expected: above zero, at most 1 hour. {Cause}", _good.With(o => o.StartTimeout = TimeSpan.Zero) },
        { $"WarmUp is -1 s. Expected: zero to 1 hour. {Cause}", _good.With(o => o.WarmUp = TimeSpan.FromSeconds(-1)) },
        {
            "MaxWarmUp is 0.5 s and WarmUp is 1 s. Expected: MaxWarmUp at least WarmUp, at most 1 hour. The warm-up takes at least WarmUp and at most MaxWarmUp. Leave MaxWarmUp out for the default of 15 s.",
            _good.With(o => o.MaxWarmUp = TimeSpan.FromSeconds(0.5))
        },
        {
            "Requests is 0. Expected: 1 or more, or null for a fixed duration. To run for a fixed time, set Duration instead.",
            _good.With(o => o.Requests = 0)
        },
        {
            "Both Requests (100) and Duration (5 s) are set. Expected: one of them. A run ends after a number of requests or after a duration. To limit the time for a number of requests, set MaxDuration. To unset what a helper sets, set it to null.",
            _good.With(o => (o.Requests, o.Duration) = (100, TimeSpan.FromSeconds(5)))
        },
        {
            "IsSuccess is null. Expected: a function of the status. Leave it out to accept 200 to 299.",
            _good.With(o => o.IsSuccess = null!)
        },
        {
            "IsSuccess threw: DivideByZeroException: Attempted to divide by zero. Expected: a function that returns true or false for every status from 100 to 999. It is called once for each status, before the load starts.",
            _good.With(o => o.IsSuccess = _ => throw new DivideByZeroException())
        },
        {
            "IsSuccess accepts no status from 100 to 999. Expected: a function that accepts one or more. No request could ever succeed.",
            _good.With(o => o.IsSuccess = _ => false)
        },
        {
            "CheckedShare is 0. Expected: above zero, at most 1. It is a fraction: 0.1 checks a tenth of the responses. To check only statuses, leave out the other expectations.",
            _good.With(o => o.CheckedShare = 0)
        },
        {
            "CheckedShare is NaN. Expected: above zero, at most 1. It is a fraction: 0.1 checks a tenth of the responses. To check only statuses, leave out the other expectations.",
            _good.With(o => o.CheckedShare = double.NaN)
        },
        {
            "SecretHeaders is null. Expected: names of headers. Leave it out if there are none.",
            _good.With(o => o.SecretHeaders = null!)
        },
        {
            "SecretHeaders has 'X-Key: '. Expected: names of headers: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the names.",
            _good.With(o => o.SecretHeaders = ["X-Session", "X-Key: "])
        },
        {
            "SecretHeaders has ''. Expected: names of headers: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the names.",
            _good.With(o => o.SecretHeaders = [""])
        },
        {
            "GET /: Expect names no status. Expected: one status or more. Leave Expect out to let IsSuccess decide: 200 to 299 by default.",
            Sending(_get.Expect())
        },
        {
            "GET /: Expect names the status 1000. Expected: 101, or 200 to 999. Every status has three digits, such as 200 or 404. A response that begins with 1 is followed by the final one, which is the one that counts.",
            Sending(_get.Expect(200, 1000))
        },
        {
            "GET /: Expect names the status 103. Expected: 101, or 200 to 999. Every status has three digits, such as 200 or 404. A response that begins with 1 is followed by the final one, which is the one that counts.",
            Sending(_get.Expect(103))
        },
        {
            "GET /: ExpectContentType names 'text/*'. Expected: a media type, such as application/json. Parameters, such as '; charset=utf-8', may follow. Without them, any parameters of the response will do.",
            Sending(_get.ExpectContentType("text/*"))
        },
        {
            "GET /: The header name 'ETag:' is empty or contains a character that HTTP forbids. Expected: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the name.",
            Sending(_get.ExpectHeader("ETag:"))
        },
        {
            "GET /: The value of the header 'ETag' is 'ü'. Expected: printable ASCII, without line breaks. Does a token read from a file end in a line break? Trim it; encode other characters.",
            Sending(_get.ExpectHeader("ETag", "ü"))
        },
        {
            "GET /: ExpectContentType names 'json'. Expected: a media type, such as application/json. Parameters, such as '; charset=utf-8', may follow. Without them, any parameters of the response will do.",
            Sending(_get.ExpectContentType("json"))
        },
        {
            "GET /: The JSON pointer is '$.items[0].id'. Expected: names and indexes, each after a slash, such as /items/0/id; or nothing, for the whole body. Within a name, ~0 stands for a tilde and ~1 for a slash. It is RFC 6901, not JSONPath: no '$', '.', '#' or brackets.",
            Sending(_get.ExpectJson("$.items[0].id", 7))
        },
        {
            "GET /: The JSON pointer is '/a~2'. Expected: names and indexes, each after a slash, such as /items/0/id; or nothing, for the whole body. Within a name, ~0 stands for a tilde and ~1 for a slash. It is RFC 6901, not JSONPath: no '$', '.', '#' or brackets.",
            Sending(_get.ExpectJson("/a~2"))
        },
        {
            "GET /: ExpectJson expects NaN at '/a'. Expected: a number that JSON can hold. JSON has no infinity, and nothing that is not a number.",
            Sending(_get.ExpectJson("/a", double.NaN))
        },
        {
            "GET /: ExpectBodyContaining has an empty text. Expected: a text. Every body contains an empty text. For an empty body, use ExpectBodyLength(0).",
            Sending(_get.ExpectBodyContaining(""))
        },
        {
            "GET /: ExpectBodyLength is -1. Expected: 0 or more bytes. The length is that of the body alone, without the head.",
            Sending(_get.ExpectBodyLength(-1))
        },
        {
            "GET /: ExpectBodyHash is 'abc'. Expected: a SHA-256 hash: 64 hexadecimal digits. Get it with sha256sum, or with Convert.ToHexString(SHA256.HashData(bytes)).",
            Sending(_get.ExpectBodyHash("abc"))
        },
        {
            $"GET /: ExpectBodyHash is '{new string('g', 64)}'. Expected: a SHA-256 hash: 64 hexadecimal digits. Get it with sha256sum, or with Convert.ToHexString(SHA256.HashData(bytes)).",
            Sending(_get.ExpectBodyHash(new string('g', 64)))
        },
        {
            "HEAD /: the body is expected to be 'a', and the method is HEAD. Expected: checks of the status and of headers. A response to HEAD has no body. Send GET to check it.",
            Sending(LoadRequest.Head("/").ExpectBody("a").ExpectHeader("ETag"))
        },
        {
            "GET /: the JSON value at '/a' is expected to exist, and 304 is an expected status. Expected: checks of headers together with 304. A response with that status has no body. Leave out the check or the status.",
            Sending(_get.Expect(200, 304).ExpectJson("/a"))
        },
        { $"GET /: the body is expected to be 'a', and the body to be 'b'. {Contradiction}", Sending(_get.ExpectBody("a").ExpectBody("b")) },
        { $"GET /: the length of the body is expected to be 2 B, and the body to be 'a'. {Contradiction}", Sending(_get.ExpectBodyLength(2).ExpectBody("a")) },
        { $"GET /: the body is expected to be 'a', and the body to contain 'b'. {Contradiction}", Sending(_get.ExpectBody("a").ExpectBodyContaining("b")) },
        { $"GET /: the JSON value at '/a' is expected to be 1, and the JSON value at '/a' to be 2. {Contradiction}", Sending(_get.ExpectJson("/a", 1).ExpectJson("/a", 2)) },
        { $"GET /: the JSON value at '/a' is expected to be \"1\", and the JSON value at '/a' to be \"1.0\". {Contradiction}", Sending(_get.ExpectJson("/a", "1").ExpectJson("/a", "1.0")) },
        { $"GET /: the JSON value at '/a' is expected to be 1, and the JSON value at '/a' to be \"1\". {Contradiction}", Sending(_get.ExpectJson("/a", 1).ExpectJson("/a", "1")) },
        { $"GET /: the content type is expected to be 'a/b', and the content type to be 'a/c'. {Contradiction}", Sending(_get.ExpectContentType("a/b").ExpectContentType("a/c")) },
        {
            "The path is 'hello'. Expected: a path that begins with a slash, such as /hello. LoadTest.For and LoadTest.Against give the app's address. Give only the path here.",
            Sending(LoadRequest.Get("hello"))
        },
        {
            "The path is ''. Expected: a path that begins with a slash, such as /hello. LoadTest.For and LoadTest.Against give the app's address. Give only the path here.",
            Sending(LoadRequest.Get(""))
        },
        {
            "The path is '/a b'. Expected: printable ASCII without spaces and without '#'. Escape a segment or a query value with Uri.EscapeDataString.",
            Sending(LoadRequest.Get("/a b"))
        },
        {
            "The path is '/a\\r\\nX: y'. Expected: printable ASCII without spaces and without '#'. Escape a segment or a query value with Uri.EscapeDataString.",
            Sending(LoadRequest.Get("/a\r\nX: y"))
        },
        {
            "The path is '/a#b'. Expected: printable ASCII without spaces and without '#'. Escape a segment or a query value with Uri.EscapeDataString.",
            Sending(LoadRequest.Get("/a#b"))
        },
        {
            "The method of 'GE T /' is 'GE T'. Expected: letters, digits and the symbols that HTTP allows in a token, such as GET. Is it empty, or does it contain a space or a line break?",
            Sending(LoadRequest.Create("GE T", "/"))
        },
        {
            "The method is CONNECT. Expected: any other method. It would turn the connection into a tunnel, which can't be measured.",
            Sending(LoadRequest.Create("CONNECT", "/"))
        },
        {
            "GET / carries a body of 2 bytes. Expected: no body on GET, HEAD and TRACE. Servers ignore or refuse it. Use POST, or put the data in the query.",
            Sending(LoadRequest.Get("/").WithJsonText("{}"))
        },
        {
            "The header name 'X\\r\\nY' is empty or contains a character that HTTP forbids. Expected: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the name.",
            Sending(LoadRequest.Get("/").WithHeader("X\r\nY", "1"))
        },
        {
            "The header name '' is empty or contains a character that HTTP forbids. Expected: letters, digits and symbols such as '-'. Does it end in a colon, a space or a line break? Give only the name.",
            _good.WithHeader("", "1")
        },
        {
            "The value of the header 'X-Token' is 'secret\\n'. Expected: printable ASCII, without line breaks. Does a token read from a file end in a line break? Trim it; encode other characters.",
            Sending(LoadRequest.Get("/").WithHeader("X-Token", "secret\n"))
        },
        {
            "The value of the header 'X-Token' is 'a\\r\\nInjected: yes'. Expected: printable ASCII, without line breaks. Does a token read from a file end in a line break? Trim it; encode other characters.",
            _good.WithHeader("X-Token", "a\r\nInjected: yes")
        },
        {
            "The header 'content-length' is set. Expected: any header except Content-Length, Transfer-Encoding, Connection, Expect, Upgrade. The kit frames requests and keeps connections open itself. Leave the header out.",
            Sending(LoadRequest.Get("/").WithHeader("content-length", "5"))
        },
        {
            "The weight of GET /a is -1. Expected: zero or more. A request with weight 2 is sent twice as often as one with 1.",
            Sending(LoadRequest.Get("/a").WithWeight(-1))
        },
        {
            "The weight of every request is 0. Expected: a weight above zero for one request or more. Leave WithWeight out for equal shares.",
            Sending(LoadRequest.Get("/a").WithWeight(0))
        },
        {
            "The weights add up to 10,001, divided by what they have in common. Expected: at most 10,000. Round them: 70 and 30 describe a mix as well as 70,012 and 29,988.",
            Sending(LoadRequest.Get("/a").WithWeight(20_000)).Send(LoadRequest.Get("/b").WithWeight(2))
        },
        {
            "The address is 'localhost:5000'. Expected: an absolute http or https address with a port up to 65535, such as http://localhost:5000. Is the scheme missing?",
            LoadTest.Against("localhost:5000").Get("/")
        },
        {
            "The address is 'http://localhost:99999'. Expected: an absolute http or https address with a port up to 65535, such as http://localhost:5000. Is the scheme missing?",
            LoadTest.Against("http://localhost:99999").Get("/")
        },
        {
            "The address is '/hello'. Expected: an absolute http or https address with a port up to 65535, such as http://localhost:5000. Is the scheme missing?",
            LoadTest.Against(new Uri("/hello", UriKind.Relative)).Get("/")
        },
        {
            "The address is 'http://localhost:5000/api'. Expected: only a scheme, a host and a port. Give the path with the request, as in Get(\"/api/orders\"), and credentials as a header.",
            LoadTest.Against("http://localhost:5000/api").Get("/")
        },
    };

    [Theory]
    [MemberData(nameof(Plans), DisableDiscoveryEnumeration = true)]
    public async Task Is_refused_with_its_own_message(string expected, LoadTest plan)
    {
        var problems = (await Assert.ThrowsAsync<LoadTestException>(() => plan.RunAsync())).Problems;

        Assert.Contains(expected, problems);
        Assert.InRange(problems.Count, 1, 2);
    }

    [Fact]
    public async Task A_body_that_cannot_be_written_is_an_error()
    {
        var node = new Node();
        node.Next = node;

        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => LoadTest.Against("http://127.0.0.1:9").PostJson("/nodes", node).RunAsync())).Problems);

        Assert.StartsWith("POST /nodes: The JSON body of type Node could not be written: A possible object cycle", problem, StringComparison.Ordinal);
        Assert.Contains("Expected: an object that System.Text.Json can write. Does it have a cycle, an unsupported type or a getter that throws?", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_problems_are_reported_together()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against("ftp://localhost")
            .Get("hello").WithHeader("a b", "c\n").With(o => (o.Connections, o.RequestTimeout) = (0, TimeSpan.Zero)).RunAsync());

        Assert.Equal(6, exception.Problems.Count);
        Assert.StartsWith($"The load test could not be run, for 6 reasons:{Environment.NewLine}- The path is 'hello'.", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Headers_from_a_preparation_are_checked_too()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare((_, _) => Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([new("Authorization", "Bearer x\n")])).RunAsync());

        Assert.StartsWith("The value of the header 'Authorization' is 'Bearer x\\n'.", Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.Equal(0, server.Requests);
    }

    [Fact]
    public async Task A_header_that_is_null_is_an_error()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare((_, _) => Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([default])).RunAsync());

        Assert.StartsWith("A header is null: its name is '', its value ''.", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_preparation_that_never_ends_is_an_error(bool blocks)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        using var end = new ManualResetEventSlim();
        var test = LoadTest.Against(server.Address).Get("/").Prepare(async (_, _) =>
        {
            if (blocks)
            {
                end.Wait(TimeSpan.FromSeconds(20), CancellationToken.None);
            }

            await Task.Delay(TimeSpan.FromSeconds(20), CancellationToken.None);
        });
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => test.With(o => o.StartTimeout = TimeSpan.FromMilliseconds(200)).RunAsync());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => test.RunAsync(cancel.Token).WaitAsync(TimeSpan.FromSeconds(10)));

        end.Set();
        Assert.StartsWith("Prepare did not end within 0.2 s.", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_body_may_be_expected_where_there_is_none()
    {
        Assert.Empty(Sending(_get.Expect(204).ExpectBody("").ExpectBodyLength(0).ExpectBody(body => body.IsEmpty)).Check());
        Assert.Empty(Sending(LoadRequest.Head("/").ExpectBodyLength(0)).Check());
    }

    [Fact]
    public async Task A_call_of_a_preparation_is_limited_by_StartTimeout_alone_and_ends_with_it()
    {
        await using var server = new ScriptedServer(connection => connection.HangAsync());
        var (clientsOwn, ended) = (TimeSpan.Zero, new TaskCompletionSource<bool>());

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/").Prepare(async (client, token) =>
        {
            clientsOwn = client.Timeout;
            token.Register(() => ended.SetResult(true));
            await client.GetStringAsync(new Uri("/seed", UriKind.Relative), token);
        }).With(o => o.StartTimeout = TimeSpan.FromMilliseconds(200)).RunAsync());

        Assert.StartsWith("Prepare did not end within 0.2 s.", Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.Equal(Timeout.InfiniteTimeSpan, clientsOwn);
        Assert.True(await ended.Task.WaitAsync(TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task A_preparation_that_throws_is_named_and_nothing_is_loaded()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 500 Oops|Content-Length: 0||");

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Against(server.Address).Get("/")
            .Prepare(async (client, token) => { await client.GetStringAsync(new Uri("/seed", UriKind.Relative), token); }).RunAsync());

        Assert.StartsWith("Prepare threw HttpRequestException: ", Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.IsType<HttpRequestException>(exception.InnerException);
        Assert.Equal(1, server.Requests);
    }

    private static LoadTest Sending(LoadRequest request) => LoadTest.Against("http://127.0.0.1:9").Send(request);

    private sealed class Node
    {
        public Node? Next { get; set; }
    }
}
