using ThroughputKit.Tests.Engines;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>Bodies that change under load, on every engine.</summary>
public abstract class ResponsesChangedTests(LoadEngine engine) : EngineTests(engine)
{
    private const string Name = "ResponsesChanged";
    private const string Good = "HTTP/1.1 200 OK|Content-Length: 10||{\"data\":1}";
    private const string Bad = "HTTP/1.1 200 OK|Content-Length: 30||{\"errors\":[{\"message\":\"No.\"}]}";

    [Theory]
    [InlineData(Good, Bad)]
    [InlineData("HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|{|9|\"data\":1}|0||", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|{\"|1c|errors\":[{\"message\":\"No.\"}]}|0||")]
    [InlineData("HTTP/1.1 200 OK|Connection: close||{\"data\":1}", "HTTP/1.1 200 OK|Connection: close||{\"errors\":[{\"message\":\"No.\"}]}")]
    public async Task A_body_that_turns_into_an_error(string first, string later)
    {
        await using var server = Server((number, _) => number <= 100 ? first : later);

        var result = Identity.Check(await Against(server).Get("/data").Sending(200).RunAsync());

        var finding = Assert.Single(result.Findings, f => f.Name == Name);
        Assert.Equal(FindingSeverity.Warning, finding.Severity);
        Assert.Equal(
            "The bodies of GET /data changed for good during the run, warm-up included: "
            + "100 of 10 B began with '{\"data\":1}', then 100 of 30 B began with '{\"errors\":[{\"message\":\"No.\"}]}'.",
            finding.Message);
    }

    [Fact]
    public async Task A_request_that_checks_its_body_says_itself_what_is_right()
    {
        await using var server = Server((number, _) => number <= 100 ? Good : Bad);
        var checking = LoadRequest.Get("/data").ExpectBody(body => body.Length is 10 or 30);

        var result = Identity.Check(await Against(server).Send(checking).Sending(200).RunAsync());

        Assert.Equal(0, result.Failed);
        Assert.DoesNotContain(result.Findings, f => f.Name == Name);
    }

    [Fact]
    public async Task A_change_in_the_warm_up_counts()
    {
        await using var server = Server((number, _) => number <= 30 ? Good : Bad);

        var result = await Against(server).Get("/").Sending(200)
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100))).RunAsync();

        Assert.Contains(": 30 of 10 B ", Assert.Single(result.Findings, f => f.Name == Name).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_of_several_requests_counts_for_itself()
    {
        var sold = 0;
        await using var server = Server((_, request) => request.StartsWith("GET /tea ", StringComparison.Ordinal) || Interlocked.Increment(ref sold) <= 40 ? Good : Bad);

        var result = await Against(server).Get("/tea").Get("/offers").Sending(200).RunAsync();

        Assert.StartsWith("The bodies of GET /offers changed ", Assert.Single(result.Findings, f => f.Name == Name).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Content_that_alternates_or_counts_is_no_change()
    {
        await using var server = Server((number, request) => request.StartsWith("GET /count ", StringComparison.Ordinal)
            ? $"HTTP/1.1 200 OK|Content-Length: {12 + $"{number}".Length}||{{\"count\":\"{number}\"}}"
            : number / 5 % 2 == 0 ? Good : Bad);

        Assert.DoesNotContain((await Against(server).Get("/count").Get("/other").Sending(400).RunAsync()).Findings, f => f.Name == Name);
    }

    private static ScriptedServer Server(Func<int, string, string> answer) => new(async connection =>
    {
        while (await connection.ReadRequestAsync() is { } request)
        {
            var response = answer(connection.Number, request);
            await connection.SendAsync(response);
            if (response.Contains("close", StringComparison.Ordinal))
            {
                return;
            }
        }
    });

    public sealed class OnEpoll() : ResponsesChangedTests(LoadEngine.Epoll);

    public sealed class OnUring() : ResponsesChangedTests(LoadEngine.Uring);

    public sealed class OnSocket() : ResponsesChangedTests(LoadEngine.Socket);
}
