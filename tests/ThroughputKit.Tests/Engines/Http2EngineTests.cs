using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Requests over HTTP/2 by the engines with threads of their own.</summary>
public abstract class Http2EngineTests(LoadEngine engine, bool isOverTls) : IAsyncLifetime
{
    private const int Large = 2_500_000; // more than the window of a stream
    private const int Late = 100;

    private static readonly TimeSpan _timeout = TimeSpan.FromSeconds(1.5); // no busy machine lets an answer wait for as long

    private WebApplication? _app;
    private readonly TaskCompletionSource _others = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _asked;
    private int _hung;

    private LoadTest Test => LoadTest.For(_app!).With(o => (o.Engine, o.Protocol) = (engine, LoadProtocol.Http2));

    public async Task InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            endpoint.Protocols = HttpProtocols.Http2;
            if (isOverTls)
            {
                endpoint.UseHttps(Certificate.ForLocalhost());
            }
        }));
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.Use(async (context, next) =>
        {
            Interlocked.Increment(ref _asked);
            await next(context);
        });
        _app.MapMethods("/protocol", ["GET", "HEAD"], (HttpRequest request) => request.Protocol);
        _app.MapPost("/echo", (HttpRequest request) => TypedResults.Stream(request.Body));
        _app.MapPost("/length", async (HttpRequest request) =>
        {
            using var body = new MemoryStream();
            await request.Body.CopyToAsync(body);
            return body.Length;
        });
        _app.MapPost("/ignore", () => "ok");
        _app.MapGet("/large", () => TypedResults.Bytes(new byte[Large]));
        _app.MapGet("/nothing", () => TypedResults.NoContent());
        _app.MapGet("/refuses", (HttpResponse response) => response.StatusCode = 503);
        _app.MapGet("/hangs/{each:int}", async (int each, HttpContext context) =>
        {
            if (Interlocked.Increment(ref _hung) % each == 0)
            {
                await Task.Delay(Timeout.Infinite, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        });
        _app.MapGet("/first-is-last", async () =>
        {
            var count = Interlocked.Increment(ref _hung);
            _ = count == Late && _others.TrySetResult();
            await (count == 1 ? _others.Task : Task.CompletedTask);
        });
        _app.MapGet("/breaks", (HttpContext context) => context.Abort());
        _app.MapPost("/sign-in/{name}", (string name, HttpResponse response) =>
        {
            response.Cookies.Append("user", name);
            return TypedResults.Json(new { token = name });
        });
        _app.MapGet("/greeting", (string token, HttpRequest request) => request.Cookies["user"] == token ? "yes" : "no");
        await _app.StartAsync();
    }

    public async Task DisposeAsync() => await _app!.DisposeAsync();

    [Fact]
    public async Task The_server_and_the_kit_count_the_same()
    {
        var result = await RunAsync(Test.Send(LoadRequest.Get("/protocol").ExpectBody("HTTP/2")).Sending(3_000).With(o => o.StreamsPerConnection = 16));

        Assert.Equal((3_000, 3_000, 3_000, 4), (result.Sent, result.Succeeded, _asked, result.ConnectionsOpened));
        Assert.Equal((LoadProtocol.Http2, 16, engine), (result.Protocol, result.StreamsPerConnection, result.Generator.Engine));
        Assert.StartsWith("GET /protocol: 4 connections x 16 streams (64 in flight), HTTP/2, ", $"{result}", StringComparison.Ordinal);
        Assert.True(result.BytesSent > 3_000 * 20 && result.BytesReceived > 3_000 * 20, $"{result.BytesSent} B, {result.BytesReceived} B");
    }

    [Fact]
    public async Task Requests_and_responses_of_every_form()
    {
        var text = new string('x', 300_000); // more than the window of a connection at first
        LoadRequest[] requests =
        [
            LoadRequest.Head("/protocol"),
            LoadRequest.Get("/nothing").Expect(204),
            LoadRequest.Get("/missing").Expect(404).ExpectHeader("Server", "Kestrel"),
            LoadRequest.Get("/large").ExpectBodyLength(Large),
            LoadRequest.Post("/echo").WithContent([], "text/plain").ExpectBodyLength(0),
            LoadRequest.Post("/echo").WithJsonText($"\"{text}\"").ExpectBody($"\"{text}\""),
            LoadRequest.Get("/protocol").WithHeader("X-Long", new string('y', 20_000)).ExpectBodyContaining("2"),
        ];
        var result = await RunAsync(requests.Aggregate(Test, (test, request) => test.Send(request)).Sending(140, connections: 2).With(o => o.StreamsPerConnection = 5));

        Assert.True(result is { Succeeded: 140, Failed: 0, ConnectionsOpened: 2 }, $"{result}");
    }

    [Fact]
    public async Task Chains_with_data_and_cookies()
    {
        var result = await RunAsync(Test.WithData(LoadData.FromValues("name", ["ann", "bob"])).Chain(
            "greet", [LoadRequest.Post("/sign-in/{name}").TakeJson("token", "/token"), LoadRequest.Get("/greeting?token={token}").ExpectBody("yes")], keepCookies: true)
            .Sending(200).With(o => o.StreamsPerConnection = 3));

        Assert.True(result is { Succeeded: 200, Failed: 0 }, $"{result}");
    }

    [Fact]
    public async Task Failures_have_their_evidence()
    {
        var result = await RunAsync(Test.Get("/refuses").Sending(20));

        Assert.Equal(20, result.Failures.UnexpectedStatus);
        Assert.StartsWith("HTTP/2 503\n", result.Failures.Examples[0].Response, StringComparison.Ordinal);
        Assert.Contains("server: Kestrel", result.Failures.Examples[0].Response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task At_a_set_rate()
    {
        var result = await RunAsync(Test.Get("/protocol").AtRate(2_000).Lasting(milliseconds: 200).With(o => o.StreamsPerConnection = 10));

        Assert.Equal((0, 400), (result.Failed, result.Sent + result.Pacing!.Unsent));
        Assert.Equal(result.Sent, _asked);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Each_connection_is_closed_after_its_requests(int streams)
    {
        var result = await RunAsync(Test.Get("/protocol").Sending(100, connections: 1).With(o => (o.StreamsPerConnection, o.RequestsPerConnection) = (streams, 5)));

        Assert.Equal((100, 0, 20), (result.Succeeded, result.Failed, result.ConnectionsOpened));
    }

    [Fact]
    public async Task A_connection_that_ends_holds_up_none_of_the_requests_after_it()
    {
        var result = await RunAsync(Test.Get("/first-is-last").Sending(Late, connections: 1).With(o => (o.StreamsPerConnection, o.RequestsPerConnection) = (4, 10)));

        Assert.Equal((Late, 10), (result.Succeeded, result.ConnectionsOpened));
    }

    [Fact]
    public async Task A_timeout_frees_its_stream_and_leaves_the_others_alone()
    {
        var result = await RunAsync(Test.Get("/hangs/10").Sending(200, connections: 1).With(o => (o.StreamsPerConnection, o.RequestTimeout) = (24, _timeout)));

        Assert.True(result is { Succeeded: 180, Failures.Timeouts: 20, Failed: 20, ConnectionsOpened: 1 }, $"{result}");
        Assert.Equal("no complete response in time; the request was written, but no response arrived", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task Timeouts_that_replace_a_connection_make_no_others()
    {
        var result = await RunAsync(Test.Get("/hangs/2").Sending(200, connections: 1).With(o => (o.StreamsPerConnection, o.RequestTimeout) = (40, _timeout)));

        Assert.True(result is { Succeeded: 100, Failures.Timeouts: 100, Failed: 100, ConnectionsOpened: 2 or 3 }, $"{result}");
        Assert.All(result.Failures.Examples, e => Assert.Equal("no complete response in time; the request was written, but no response arrived", e.Detail));
    }

    [Fact]
    public async Task Timeouts_before_any_answer_are_nothing_else()
    {
        var result = await RunAsync(Test.Get("/hangs/1").Sending(120, connections: 1).With(o => (o.StreamsPerConnection, o.RequestTimeout) = (60, TimeSpan.FromMilliseconds(200))));

        Assert.True(result is { Failures.Timeouts: 120, Failed: 120, ConnectionsOpened: 2 }, $"{result}");
    }

    /// <summary>More than a server takes without reading it, so that each is answered before it was sent.</summary>
    [Fact]
    public async Task Answers_before_the_whole_request_are_answers_and_leave_the_connection_alone()
    {
        var request = LoadRequest.Post("/ignore").WithContent(new byte[1 << 20], "application/octet-stream").ExpectBody("ok");
        var result = await RunAsync(Test.Send(request).Sending(120, connections: 1).With(o => o.StreamsPerConnection = 4));

        Assert.True(result is { Succeeded: 120, Failed: 0, ConnectionsOpened: 1 }, $"{result}");
        Assert.Equal(120, _asked);
    }

    [Fact]
    public async Task A_stream_that_the_server_resets_fails_alone()
    {
        var result = await RunAsync(Test.Get("/breaks").Get("/protocol").Sending(40, connections: 1).With(o => o.StreamsPerConnection = 4));

        Assert.True(result is { Succeeded: 20, Failures.Read: 20, Failed: 20, ConnectionsOpened: 1 }, $"{result}");
        Assert.StartsWith("the server reset the stream: ", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_in_flight_at_the_end_are_counted()
    {
        var result = await RunAsync(Test.Get("/protocol").Lasting(milliseconds: 100).With(o => o.StreamsPerConnection = 20));

        Assert.Equal((0, result.Sent), (result.Failed, (long)_asked));
        Assert.InRange(result.InFlightAtEnd, 0, 80);
    }

    [Fact]
    public async Task A_cancelled_run_leaves_nothing_behind()
    {
        using var cancellation = new CancellationTokenSource();
        var run = Test.Get("/hangs/7").Lasting(milliseconds: 60_000).With(o => o.StreamsPerConnection = 10).RunAsync(cancellation.Token);
        while (Volatile.Read(ref _hung) < 100)
        {
            await Task.Delay(1);
        }

        await cancellation.CancelAsync();
        var result = Identity.Check(await run);

        Assert.True(result is { WasCancelled: true, Failed: 0, InFlightAtEnd: > 10 }, $"{result}");
        Assert.Empty(await KitThreads.LeftAsync());
    }

    [Fact]
    public async Task More_streams_than_the_server_allows_are_an_error_before_the_load()
    {
        var error = await Assert.ThrowsAsync<LoadTestException>(() => Test.Get("/protocol").Sending(10).With(o => o.StreamsPerConnection = 101).RunAsync());

        Assert.Equal(
            $"StreamsPerConnection is 101, and the server at {_app!.Urls.Single()} allows 100. Expected: 100 at most. "
            + "Raise it there, with Kestrel by Limits.Http2.MaxStreamsPerConnection, or set o.StreamsPerConnection lower and o.Connections higher.",
            Assert.Single(error.Problems));
        Assert.Equal(0, _asked);
    }

    [Fact]
    public async Task Allocates_nothing_for_a_request()
    {
        var result = await RunAsync(Test.Send(LoadRequest.Post("/length").WithContent(new byte[50], "text/plain")).Send(LoadRequest.Get("/protocol").ExpectBody("HTTP/2")).With(o =>
            (o.Connections, o.StreamsPerConnection, o.Requests, o.WarmUp) = (2, 8, 5_000, TimeSpan.FromMilliseconds(200))));

        Assert.InRange(result.Generator.AllocatedBytesPerRequest!.Value, 0, 1);
    }

    private static async Task<LoadResult> RunAsync(LoadTest test) => Identity.Check(await test.RunAsync());

    public sealed class OnEpoll() : Http2EngineTests(LoadEngine.Epoll, isOverTls: false);

    public sealed class OnEpollOverTls() : Http2EngineTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUring() : Http2EngineTests(LoadEngine.Uring, isOverTls: false);

    public sealed class OnUringOverTls() : Http2EngineTests(LoadEngine.Uring, isOverTls: true);
}
