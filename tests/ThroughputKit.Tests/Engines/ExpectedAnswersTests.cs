using System.Globalization;
using System.Security.Cryptography;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>What requests expect of their responses, over real sockets.</summary>
public abstract class ExpectedAnswersTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Order = "{\"items\":[{\"id\":7,\"name\":\"tea\",\"sold\":true,\"price\":1.5}],\"note\":null}";
    private const string Response = "HTTP/1.1 200 OK|Content-Type: application/json|ETag: 1|Cache-Control: no-store|Content-Length: 69||" + Order;

    [Fact]
    public async Task All_checks_of_a_good_response_pass()
    {
        var request = LoadRequest.Get("/orders/7").Expect(200).ExpectHeader("ETag").ExpectHeader("Cache-Control", "no-store").ExpectContentType("application/json")
            .ExpectJson("/items").ExpectJson("/items/0/id", 7).ExpectJson("/items/0/name", "tea").ExpectJson("/items/0/sold", true).ExpectJson("/items/0/price", 1.5)
            .ExpectJson("/items/0/id", 7.0m).ExpectJson("/items/0/price", 1.50m) // the same again
            .ExpectJson("/note", null).ExpectBody(Order).ExpectBodyContaining("tea").ExpectBodyLength(Order.Length)
            .ExpectBodyHash(Convert.ToHexString(SHA256.HashData(Wire.Bytes(Order)))).ExpectBody(body => body[^1] == '}');
        await using var server = Answering(Response);

        var result = await RunAsync(server, request);

        Assert.Equal(100, result.Succeeded + result.InFlightAtEnd);
    }

    [Fact]
    public async Task A_failed_check_is_a_failure_of_its_own_kind_with_the_response_as_evidence()
    {
        await using var server = Answering(Response);

        var result = await RunAsync(server, LoadRequest.Get("/orders/7").ExpectJson("/items/0/id", 8));

        Assert.Equal((100, 0, 100), (result.Failures.FailedCheck, result.Succeeded, result.Statuses[200]));
        Assert.InRange(result.ConnectionsOpened, 1, 4); // a failed check closes none
        Assert.Equal(3, result.Failures.Examples.Count);
        Assert.All(result.Failures.Examples, e => Assert.Equal(
            (FailureKind.FailedCheck, "GET /orders/7", "the JSON value at '/items/0/id' was expected to be 8, but it is 7", Response.Replace("|", "\n", StringComparison.Ordinal)),
            (e.Kind, e.Request, e.Detail, e.Response)));
        Assert.Contains("100 failed check", $"{result}", StringComparison.Ordinal);
        Assert.Contains("\"failedCheck\": 100,", result.ToJson(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failed_check_counts_in_gates_on_failures()
    {
        await using var server = Answering(Response);
        var test = Against(server).Get("/").Send(LoadRequest.Get("/orders/7").ExpectBodyLength(5));

        var result = Identity.Check(await test.Sending(20).RunAsync());

        result.VerifyAsIs(new LoadGates { MaxFailures = 10 });
        var problem = Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MaxFailures = 9 })).Message;
        Assert.Contains("FailedCheck at ", problem, StringComparison.Ordinal);
        Assert.Contains("GET /orders/7: the length of the body was expected to be 5 B, but it is 69 B", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_request_says_which_status_is_a_success()
    {
        await using var server = Answering("HTTP/1.1 404 Not Found|Content-Length: 4||gone");
        var test = Against(server).Send(LoadRequest.Get("/gone").Expect(404, 410)).Send(LoadRequest.Get("/gone-too").Expect(404).ExpectBody("gone"))
            .Send(LoadRequest.Get("/here")).Send(LoadRequest.Get("/there").Expect(200));

        var result = Identity.Check(await test.Sending(100).RunAsync());

        Assert.Equal([0, 0, 25, 25], result.Endpoints.Select(e => e.Failed));
        Assert.Equal(50, result.Failures.UnexpectedStatus);
        Assert.Equal(["GET /here", "GET /there"], result.Failures.Examples.Select(e => e.Request).Distinct().Order());
    }

    [Fact]
    public async Task A_harmless_status_that_is_not_expected_is_explained()
    {
        await using var server = Answering("HTTP/1.1 201 Created|Content-Length: 0||");

        var result = await RunAsync(server, LoadRequest.Post("/orders").Expect(200, 202));

        Assert.Equal("status 201 instead of 200 or 202", result.Failures.Examples[0].Detail);
        var finding = Assert.Single(result.Findings, f => f.Name == FindingNames.NothingSucceeded);
        Assert.Contains("not what their requests expect", finding.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Checks_are_left_out_if_the_status_is_unexpected()
    {
        await using var server = Answering("HTTP/1.1 500 Oops|Content-Length: 4||oops");

        var result = await RunAsync(server, LoadRequest.Get("/").ExpectBody("fine"));

        Assert.Equal((100, 0), (result.Failures.UnexpectedStatus, result.Failures.FailedCheck));
    }

    [Fact]
    public async Task A_body_whose_length_varies_is_no_failure()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                var body = $"{{\"id\":7,\"now\":\"{new string('x', connection.Number)}\"}}";
                await connection.SendAsync(string.Create(CultureInfo.InvariantCulture, $"HTTP/1.1 200 OK|Content-Length: {body.Length}||{body}"));
            }
        });

        var result = await RunAsync(server, LoadRequest.Get("/").ExpectJson("/id", 7));

        Assert.Equal(0, result.Failed);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK|Transfer-Encoding: chunked||2;x=y|he|3|llo|0||", false)]
    [InlineData("HTTP/1.0 200 OK||hello", true)]
    public async Task Joins_bodies_that_come_in_pieces(string response, bool closes)
    {
        var bytes = Wire.Bytes(response);
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                var cut = (connection.Number - 1) % bytes.Length;
                await connection.SendAsync(bytes.AsMemory(0, cut));
                await Task.Delay(1); // so that the two halves are usually two reads
                await connection.SendAsync(bytes.AsMemory(cut));
                if (closes)
                {
                    return;
                }
            }
        });

        var test = Against(server).Send(LoadRequest.Get("/").ExpectBody("hello")).Sending(2 * bytes.Length);

        Assert.Equal(0, Identity.Check(await test.RunAsync()).Failed);
    }

    [Fact]
    public async Task A_body_that_is_too_long_for_checks_is_a_failed_check()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                var length = KeptResponse.MaxBodyBytes + (request.StartsWith("GET /more", StringComparison.Ordinal) ? 1 : 0);
                await connection.SendAsync(string.Create(CultureInfo.InvariantCulture, $"HTTP/1.1 200 OK|Content-Length: {length}||"));
                await connection.SendAsync(new byte[length]);
            }
        });
        var test = Against(server).Send(LoadRequest.Get("/just").ExpectBody(body => body.Length == KeptResponse.MaxBodyBytes))
            .Send(LoadRequest.Get("/more").ExpectBody(_ => true)).Send(LoadRequest.Get("/more-or-less").ExpectBodyLength(KeptResponse.MaxBodyBytes + 1));

        var result = Identity.Check(await test.Sending(6, connections: 1).RunAsync());

        Assert.Equal([0, 2, 0], result.Endpoints.Select(e => e.Failed));
        Assert.All(result.Failures.Examples, e => Assert.EndsWith(
            "but the body has 16,777,217 B, and checks read at most 16,777,216 B (16 MiB): check its length instead", e.Detail, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_function_that_throws_is_a_failed_check()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Content-Length: 2||ok");

        var result = await RunAsync(server, LoadRequest.Get("/").ExpectBody(_ => throw new InvalidOperationException("The shelf is empty.")));

        Assert.Equal(100, result.Failures.FailedCheck);
        Assert.All(result.Failures.Examples, e => Assert.Contains("threw InvalidOperationException: The shelf is empty", e.Detail, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Heads_are_checked_without_a_body()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Content-Length: 5||");

        var result = await RunAsync(server, LoadRequest.Head("/").Expect(200).ExpectHeader("Content-Length", "5"));

        Assert.Equal(0, result.Failed);
    }

    [Fact]
    public async Task Each_request_has_its_own_checks_on_the_same_connection()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await connection.SendAsync(request.StartsWith("GET /a", StringComparison.Ordinal)
                    ? "HTTP/1.1 200 OK|Content-Length: 7||a-reply" : "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|b|0||");
            }
        });
        var test = Against(server).Send(LoadRequest.Get("/a").ExpectBody("a-reply")).Send(LoadRequest.Get("/b").ExpectBodyLength(1)).Get("/c");

        var result = Identity.Check(await test.Sending(99, connections: 1).RunAsync());

        Assert.Equal(0, result.Failed);
    }

    [Fact]
    public async Task A_share_of_the_responses_is_checked()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Content-Length: 2||ok");
        var test = Against(server).Send(LoadRequest.Get("/").ExpectBody("no")).With(o => o.CheckedShare = 0.1).Sending(1_000, connections: 1);

        var (one, other) = (Identity.Check(await test.RunAsync()), Identity.Check(await test.RunAsync()));

        Assert.Equal(100, one.Failures.FailedCheck, tolerance: 2);
        Assert.Equal(one.Failures.FailedCheck, other.Failures.FailedCheck);
    }

    private async Task<LoadResult> RunAsync(ScriptedServer server, LoadRequest request) =>
        Identity.Check(await Against(server).Send(request).Sending(100).RunAsync());

    public sealed class OnEpoll() : ExpectedAnswersTests(LoadEngine.Epoll);

    public sealed class OnUring() : ExpectedAnswersTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : ExpectedAnswersTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : ExpectedAnswersTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : ExpectedAnswersTests(LoadEngine.Socket);
}
