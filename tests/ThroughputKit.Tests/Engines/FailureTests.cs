using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Each way a request can fail, against a server that makes it fail in just that way.</summary>
public abstract class FailureTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    // More than the system takes for a server that doesn't read it.
    private static readonly LoadRequest _large = LoadRequest.Post("/").WithContent(new byte[64 * 1024 * 1024], "application/octet-stream");

    [Fact]
    public async Task Counts_successes()
    {
        await using var server = Answering(Ok);

        var result = await Run(server, 100);

        Assert.Equal((100, 100, 0), (result.Sent, result.Succeeded, result.Failed));
        Assert.Equal(100, result.Statuses[200]);
        Assert.Equal(100, server.Requests);
        Assert.InRange(result.ConnectionsOpened, 1, 4); // a connection may find all requests taken
        Assert.Equal(100 * Wire.Bytes(Ok).Length, result.BytesReceived);
    }

    [Fact]
    public async Task Counts_connections_that_are_refused()
    {
        ScriptedServer? server = null;
        await using var closing = server = Serve(async connection =>
        {
            // The kit checks that something listens; after that nothing does.
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        });

        var result = await Against(server).Get("/")
            .Prepare(async (client, token) =>
            {
                await client.GetStringAsync(new Uri("/", UriKind.Relative), token);
                server.StopListening();
            })
            .Sending(6, connections: 2).RunAsync();

        Assert.Equal(6, Identity.Check(result).Failures.Connect);
        Assert.Equal((6, 0), (result.Sent, result.Succeeded));
        Assert.Contains("refused", result.Failures.Examples[0].Detail, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task Counts_requests_that_could_not_be_written()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadSomeAsync();
            connection.Reset();
        });

        var result = await Against(server).Send(_large).Sending(4, connections: 2).RunAsync();

        Assert.Equal((4, 4), (Identity.Check(result).Sent, result.Failures.Write));
    }

    [Theory]
    [InlineData("Content-Length: 9||too large")]
    [InlineData("|too large")]
    public async Task Counts_an_answer_that_came_before_the_request_was_whole_by_its_status(string rest)
    {
        var result = await Upload($"HTTP/1.1 413 Content Too Large|Connection: close|{rest}");

        Assert.Equal((4, 4, 4), (result.Sent, result.Failures.UnexpectedStatus, result.Statuses[413]));
        Assert.EndsWith("too large", result.Failures.Examples[0].Response, StringComparison.Ordinal);
        Assert.Equal(4, result.ConnectionsOpened);
        Assert.StartsWith("Every response is 413: the request's body is larger", Assert.Single(result.FindingsOfApp()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_refusal_that_is_expected_is_a_success()
    {
        var result = await Upload("HTTP/1.1 413 Content Too Large|Connection: close|Content-Length: 9||too large", _large.Expect(413));

        Assert.Equal((4, 0), (result.Succeeded + result.InFlightAtEnd, result.Failed));
    }

    [Theory]
    [InlineData(Ok, "the server answered 200 and closed the connection before it had the whole request")]
    [InlineData("HTTP/1.1 413 Content Too Large|Content-Length: 10||too", "")]
    public async Task A_request_that_was_not_written_whole_never_succeeds(string response, string detail)
    {
        var result = await Upload(response);

        Assert.Equal((4, 4), (result.Sent, result.Failures.Write));
        Assert.StartsWith(detail, result.Failures.Examples[0].Detail, StringComparison.Ordinal);
        Assert.DoesNotContain("within the response", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public Task Counts_the_answer_of_Kestrel_to_a_body_that_is_too_large() => UploadToKestrel(_ => { });

    [Fact]
    public async Task Counts_responses_that_are_cut_short()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 10||hello");
        });

        var result = await Run(server, 8);

        Assert.Equal((8, 8), (result.Sent, result.Failures.Read));
        Assert.Equal(3, result.Failures.Examples.Count);
        Assert.Contains("within the response's body", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_resets()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            connection.Reset();
        });

        var result = await Run(server, 8);

        Assert.Equal((8, 8), (result.Sent, result.Failures.Read));
        Assert.Contains("reset", result.Failures.Examples[0].Detail, StringComparison.OrdinalIgnoreCase);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Counts_reused_connections_that_close_before_a_byte_apart(bool reset)
    {
        // Every connection serves one request and closes on the second without announcing it.
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(Ok);
            await connection.ReadRequestAsync();
            if (reset)
            {
                connection.Reset();
            }
        });

        var result = await Run(server, 20, connections: 1);

        Assert.Equal((20, 10, 10), (result.Sent, result.Succeeded, result.Failures.ClosedWhileReusing));
        Assert.Equal(20, server.Requests);
    }

    [Fact]
    public async Task Never_retries_silently()
    {
        await using var server = Serve(connection => connection.ReadRequestAsync());

        var result = await Run(server, 8);

        Assert.Equal(8, server.Requests);
        Assert.Equal(8, result.Failed);
    }

    [Fact]
    public async Task Counts_requests_that_are_never_answered()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(8)
            .With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(100)).RunAsync());

        Assert.Equal((8, 8), (result.Sent, result.Failures.Timeouts));
        Assert.Contains("no complete response in time", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")] // how far a request gets within its time; ExchangeTests have it without a clock
    [InlineData("", "no byte of a response")]
    [InlineData("HTTP/1.1 200 OK|Content-Length: 1000000||", "had begun")]
    public async Task Says_how_far_a_request_was_when_its_time_was_up(string response, string detail)
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(response);
            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(4)
            .With(o => o.RequestTimeout = TimeSpan.FromSeconds(2)).RunAsync());

        Assert.Equal((4, 4), (result.Sent, result.Failures.Timeouts));
        Assert.Contains(detail, result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_responses_that_trickle_for_too_long()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 1000000||");
            while (true)
            {
                await connection.SendAsync("x");
                await Task.Delay(10, connection.Stop);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(4)
            .With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(200)).RunAsync());

        Assert.Equal((4, 4), (result.Sent, result.Failures.Timeouts));
    }

    [Fact]
    public async Task Counts_responses_that_are_not_HTTP()
    {
        await using var server = Answering("SSH-2.0-OpenSSH_9.2|");

        var result = await Run(server, 8);

        Assert.Equal((8, 8), (result.Sent, result.Failures.Malformed));
        Assert.Equal("SSH-2.0-OpenSSH_9.2", result.Failures.Examples[0].Response);
    }

    [Fact]
    public async Task Counts_bytes_beyond_a_response_as_malformed()
    {
        await using var server = Answering(Ok + "more");

        var result = await Run(server, 8);

        Assert.Equal((8, 8), (result.Sent, result.Failures.Malformed));
        Assert.Contains("4 bytes came after the end of the response", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_unexpected_statuses_and_keeps_the_connection()
    {
        await using var server = Answering("HTTP/1.1 503 Busy|Content-Length: 5||later");

        var result = await Run(server, 40);

        Assert.Equal((40, 40), (result.Sent, result.Failures.UnexpectedStatus));
        Assert.Equal(40, result.Statuses[503]);
        Assert.InRange(result.ConnectionsOpened, 1, 4);
        Assert.Equal("HTTP/1.1 503 Busy\nContent-Length: 5\n\nlater", result.Failures.Examples[0].Response);
        Assert.Equal((0, 0), (result.Latency.Count, result.Rps));
        Assert.True(result.CompletedPerSecond > 0);
    }

    [Fact]
    public async Task Counts_each_kind_when_they_come_mixed()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                switch (connection.Number % 4)
                {
                    case 0:
                        return;
                    case 1:
                        await connection.SendAsync("nonsense|");
                        break;
                    case 2:
                        await connection.SendAsync("HTTP/1.1 500 Oops|Content-Length: 0||");
                        break;
                    default:
                        await connection.SendAsync(Ok);
                        break;
                }
            }
        });

        var result = await Run(server, 100);

        Assert.Equal((100, 25), (result.Sent, result.Succeeded));
        Assert.Equal((25, 25), (result.Failures.Malformed, result.Failures.UnexpectedStatus));
        Assert.Equal(25, result.Failures.Read + result.Failures.ClosedWhileReusing);
    }

    [Fact]
    public async Task Uses_the_callers_definition_of_a_success()
    {
        await using var server = Answering("HTTP/1.1 404 Not Found|Content-Length: 0||");

        var result = Identity.Check(await Against(server).Get("/").Sending(10)
            .With(o => o.IsSuccess = status => status == 404).RunAsync());

        Assert.Equal((10, 10, 0), (result.Sent, result.Succeeded, result.Failed));
    }

    private async Task UploadToKestrel(Action<ListenOptions> configure)
    {
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(k =>
        {
            k.Limits.MaxRequestBodySize = 1_000;
            k.Listen(IPAddress.Loopback, 0, configure);
        });
        await using var app = builder.Build();
        app.MapPost("/", async (HttpRequest request) => await request.Body.CopyToAsync(Stream.Null));

        var result = Identity.Check(await LoadTest.For(app).With(o => o.Engine = Kind).Send(_large).Sending(20).RunAsync());

        Assert.Equal((20, 20), (result.Sent, result.Statuses.GetValueOrDefault(413)));
        Assert.Equal("RequestTooLarge", Assert.Single(result.FindingsOfApp(), f => f.Severity == FindingSeverity.Error).Name);
    }

    // To a server that answers once a request has begun, and closes.
    private async Task<LoadResult> Upload(string response, LoadRequest? request = null)
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadSomeAsync();
            await connection.SendAsync(response);
        });

        return Identity.Check(await Against(server).Send(request ?? _large).Sending(4, connections: 2).RunAsync());
    }

    private async Task<LoadResult> Run(ScriptedServer server, long requests, int connections = 4) =>
        Identity.Check(await Against(server).Get("/").Sending(requests, connections).RunAsync());

    public sealed class OnEpoll() : FailureTests(LoadEngine.Epoll);

    public sealed class OnUring() : FailureTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : FailureTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : FailureTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : FailureTests(LoadEngine.Socket)
    {
        [Fact]
        public async Task Counts_the_answer_of_Kestrel_over_tls()
        {
            using var certificate = Certificate.ForLocalhost();
            await UploadToKestrel(listen => listen.UseHttps(certificate));
        }
    }
}
