using System.IO.Compression;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Requests by the framework's client, over both versions of HTTP.</summary>
public class ClientEngineTests
{
    private static readonly LoadTest _app = LoadTest.For<App>();
    private static readonly LoadRequest _protocol = LoadRequest.Get("/protocol");

    public static TheoryData<LoadProtocol> Protocols => [LoadProtocol.Http1, LoadProtocol.Http2];

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Over_https(LoadProtocol protocol)
    {
        var result = await RunAsync(_app.OverHttps().Send(Speaking(protocol)), protocol);

        Assert.Equal((40, 0, LoadEngine.Client, 4), (result.Succeeded, result.Failed, result.Generator.Engine, result.Handshakes!.Count));
        Assert.Equal((0, 0), (result.BytesSent, result.BytesReceived));
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Without_TLS(LoadProtocol protocol)
    {
        await using var app = await StartAsync(protocol == LoadProtocol.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1, useHttps: false);

        Assert.Equal(40, (await RunAsync(LoadTest.For(app).Send(Speaking(protocol)), protocol)).Succeeded);
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task The_server_and_the_kit_count_the_same(LoadProtocol protocol)
    {
        var count = 0;
        await using var app = await StartAsync(HttpProtocols.Http1AndHttp2, useHttps: true, () => Interlocked.Increment(ref count));
        var result = Identity.Check(await LoadTest.For(app).Get("/protocol").Sending(2_000, connections: 16).With(o => (o.Engine, o.Protocol) = (LoadEngine.Client, protocol)).RunAsync());

        Assert.Equal((2_000, 2_000, 2_000), (result.Sent, result.Succeeded, count));
        Assert.InRange(result.ConnectionsOpened, 1, 16);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_request_whose_connection_is_lost_is_not_sent_again(bool hasHandler)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            await connection.ReadRequestAsync();
        });
        var result = Identity.Check(await LoadTest.Against(server.Address).Get("/").Sending(20, connections: 1).With(o => (o.Engine, o.ClientHandler) = (LoadEngine.Client, hasHandler ? h => h : null)).RunAsync());

        Assert.Equal((20, 10, 10), (server.Requests, result.Succeeded, result.Failures.ClosedWhileReusing));
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Responses_of_every_form(LoadProtocol protocol)
    {
        var text = new string('x', 100_000);
        LoadRequest[] requests =
        [
            LoadRequest.Head("/text").Expect(405).ExpectHeader("Allow", "GET"),
            LoadRequest.Get("/text").ExpectBody("hello"),
            LoadRequest.Get("/status/204").Expect(204),
            LoadRequest.Get("/status/404").Expect(404),
            LoadRequest.Get("/gc").ExpectBodyContaining("server"),
            LoadRequest.Get("/moved").Expect(302).ExpectHeader("Location", "/text"),
            LoadRequest.Post("/echo").WithContent([], "text/plain").ExpectBodyLength(0),
            LoadRequest.Post("/echo").WithJsonText($"\"{text}\"").ExpectBody($"\"{text}\"").ExpectContentType("application/json"),
        ];
        var result = await RunAsync(
            requests.Aggregate(_app.OverHttps(), (test, request) => test.Send(request)),
            protocol);

        Assert.True(result is { Succeeded: 40, Failed: 0, ConnectionsOpened: 4 }, $"{result}");
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Failures_have_their_evidence(LoadProtocol protocol)
    {
        var result = await RunAsync(_app.OverHttps().Get("/every-third"), protocol);

        Assert.Equal((27, 13), (result.Succeeded, result.Failures.UnexpectedStatus));
        Assert.StartsWith("HTTP/1.1 500 Internal Server Error", result.Failures.Examples[0].Response, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Chains_with_data_and_cookies(LoadProtocol protocol)
    {
        await using var app = await StartAsync(HttpProtocols.Http1AndHttp2, useHttps: true);
        var result = await RunAsync(
            LoadTest.For(app).WithData(LoadData.FromValues("name", ["ann", "bob"])).Chain(
                "greet", [LoadRequest.Post("/sign-in/{name}").TakeJson("token", "/token"), LoadRequest.Get("/greeting?token={token}").ExpectBody("yes")], keepCookies: true),
            protocol);

        Assert.Equal((40, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task Preparations_and_scenarios_speak_HTTP_2_too()
    {
        await using var app = await StartAsync(HttpProtocols.Http2, useHttps: false);
        var prepared = "";
        var result = await RunAsync(
            LoadTest.For(app).Prepare(async (client, token) => { prepared = await client.GetStringAsync("/protocol", token); }).Scenario("ask", async (user, token) =>
                await user.StepAsync("protocol", async () => Assert.Equal("HTTP/2", await user.Client.GetStringAsync("/protocol", token)))),
            LoadProtocol.Http2);

        Assert.Equal(("HTTP/2", 40, 0), (prepared, result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task A_handler_of_the_callers_follows_redirects()
    {
        var result = await RunAsync(_app.Send(LoadRequest.Get("/moved").ExpectBody("hello")).With(o => o.ClientHandler = handler =>
        {
            handler.AllowAutoRedirect = true;
            return handler;
        }));

        Assert.Equal((40, 0, LoadEngine.Client), (result.Succeeded, result.Failed, result.Generator.Engine));
    }

    [Fact]
    public async Task A_handler_of_the_callers_decompresses()
    {
        await using var app = await StartAsync(HttpProtocols.Http1, useHttps: false);
        var request = LoadRequest.Get("/compressed").WithHeader("Accept-Encoding", "gzip").ExpectBody("hello");

        var plain = await RunAsync(LoadTest.For(app).Send(request), engine: LoadEngine.Client);
        var decompressed = await RunAsync(LoadTest.For(app).Send(request).With(o => o.ClientHandler = handler =>
        {
            handler.AutomaticDecompression = DecompressionMethods.GZip;
            return handler;
        }));

        Assert.Equal((40, 40), (plain.Failures.FailedCheck, decompressed.Succeeded));
    }

    [Fact]
    public async Task A_handler_of_the_callers_signs_the_requests()
    {
        var result = await RunAsync(_app.Get("/token").With(o => o.ClientHandler = handler => new SigningHandler(handler)));

        Assert.Equal((40, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task A_handler_that_throws_fails_the_requests()
    {
        var result = await RunAsync(_app.Get("/text").With(o => (o.Requests, o.MaxDuration, o.ClientHandler) = (1, TimeSpan.FromMilliseconds(1), _ => throw new InvalidOperationException("No key."))));

        Assert.Contains("No key.", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_redirect_may_lead_to_another_connection()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await connection.SendAsync(request.StartsWith("GET /old ", StringComparison.Ordinal) ? "HTTP/1.1 302 Found|Location: /new|Connection: close|Content-Length: 0||" : "HTTP/1.1 200 OK|Content-Length: 2||ok");
                if (request.StartsWith("GET /old ", StringComparison.Ordinal))
                {
                    return;
                }
            }
        });
        var result = Identity.Check(await LoadTest.Against(server.Address).Get("/old").Sending(20, connections: 1).With(o => o.ClientHandler = handler =>
        {
            handler.AllowAutoRedirect = true;
            return handler;
        }).RunAsync());

        Assert.Equal((20, 0, 40), (result.Succeeded, result.Failed, server.Requests));
        Assert.InRange(result.ConnectionsOpened, 20, 41);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_handler_that_gives_no_response_fails_the_requests(bool givesTask)
    {
        var result = await RunAsync(_app.Get("/text").With(o => o.ClientHandler = inner => new GivingHandler(inner, () => givesTask ? Task.FromResult<HttpResponseMessage>(null!) : null!)));

        Assert.Equal((40, "the handler gave no response"), (result.Failed, result.Failures.Examples[0].Detail));
    }

    [Fact]
    public async Task A_body_that_never_comes_is_a_timeout()
    {
        var result = await RunAsync(_app.Get("/text").With(o => (o.RequestTimeout, o.ClientHandler) = (TimeSpan.FromMilliseconds(20), inner => new GivingHandler(
            inner, () => Task.FromResult(new HttpResponseMessage { Content = new StreamContent(new EndlessStream()) })))));

        Assert.Equal(40, result.Failures.Timeouts);
    }

    [Fact]
    public async Task Results_over_both_versions_are_not_merged()
    {
        var one = await RunAsync(_app.OverHttps().Get("/text"), engine: LoadEngine.Client);
        var other = await RunAsync(_app.OverHttps().Get("/text"), LoadProtocol.Http2);

        Assert.Contains(": 4 connections, and 4 connections, HTTP/2. ", Assert.Throws<ArgumentException>(() => LoadResult.Merge([one, LoadResult.FromJson(other.ToJson())])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_connection_is_closed_after_its_requests()
    {
        var result = await RunAsync(_app.Get("/text").With(o => o.RequestsPerConnection = 5), engine: LoadEngine.Client);

        Assert.Equal((40, 0), (result.Succeeded, result.Failed));
        Assert.InRange(result.ConnectionsOpened, 8, 11); // the last of each has fewer
    }

    [Fact]
    public async Task Bytes_of_an_app_in_a_process_of_its_own_are_exact()
    {
        var result = await LoadTest.ForPublished(Built.TestApp).OverHttps().Get("/twin").With(o =>
            (o.Protocol, o.Connections, o.Duration) = (LoadProtocol.Http2, 2, TimeSpan.FromMilliseconds(200))).RunAsync();

        Assert.InRange(result.Memory.AllocatedBytesPerRequest!.Value, 100, 20_000);
    }

    [Fact]
    public async Task Bytes_of_an_app_in_this_process_are_not_known()
    {
        var result = await RunAsync(_app.Get("/text"), engine: LoadEngine.Client);
        var error = await Assert.ThrowsAsync<LoadTestException>(() => _app.Get("/text").Within(new() { MaxAllocatedBytesPerRequest = 1_000_000 })
            .With(o => o.Engine = LoadEngine.Client).RunAsync());

        Assert.False(result.Memory.IsAvailable);
        Assert.Equal(
            "MaxAllocatedBytesPerRequest is set for a load by the framework's client, which runs in the app's process. "
            + "Expected: gates on throughput, latency and failures, or an app in a process of its own. "
            + "What they take can't be told apart from what the app does. Load it with LoadTest.ForPublished, or leave the gate out.",
            Assert.Single(error.Problems));
    }

    [Theory]
    [InlineData(false, "HTTP/2 isn't spoken at http://127.0.0.1:PORT: the server refused it", "Kestrel speaks both versions on one port only over https, as with OverHttps(). An app that already runs must have an endpoint whose Protocols are HttpProtocols.Http2. Or leave o.Protocol out.")]
    [InlineData(true, "HTTP/2 isn't spoken at https://127.0.0.1:PORT: with TLS, the server chose 'http/1.1'", "Set Protocols of the endpoint to HttpProtocols.Http1AndHttp2, which is Kestrel's default, or leave o.Protocol out.")]
    public async Task An_app_without_HTTP_2(bool useHttps, string what, string remedy)
    {
        await using var app = await StartAsync(HttpProtocols.Http1, useHttps);
        var error = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(LoadTest.For(app).Get("/protocol"), LoadProtocol.Http2));

        Assert.Equal(
            $"{what.Replace("PORT", $"{new Uri(app.Urls.Single()).Port}", StringComparison.Ordinal)}. "
            + $"Expected: an app that speaks HTTP/2: over https or, without TLS, on an endpoint for HTTP/2 alone. {remedy}",
            Assert.Single(error.Problems));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_that_says_nothing_of_HTTP_2(bool closes)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadSomeAsync();
            await (closes ? Task.CompletedTask : connection.HangAsync());
        });
        var error = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(LoadTest.Against(server.Address).Get("/").With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(1)), LoadProtocol.Http2));

        Assert.StartsWith($"HTTP/2 isn't spoken at http://127.0.0.1:{server.Address.Port}: there was no answer. ", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Other_engines_and_comparisons_are_refused()
    {
        var engine = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(_app.Get("/text"), LoadProtocol.Http2, LoadEngine.Socket));
        var handler = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(_app.Get("/text").With(o => o.ClientHandler = h => h), engine: LoadEngine.Epoll));
        var compared = await Assert.ThrowsAsync<LoadTestException>(() => _app.Get("/text").With(o => o.Engine = LoadEngine.Client).ComparedWith(_app.Get("/text")).RunAsync());

        Assert.Equal("Engine is Socket, and Protocol is Http2. Expected: Automatic, Uring, Epoll or Client. It speaks HTTP/1.1 alone. Leave Engine out.", Assert.Single(engine.Problems));
        Assert.Equal("Engine is Epoll, and ClientHandler is set. Expected: Automatic or Client. Only the framework's client can do that. Leave Engine out.", Assert.Single(handler.Problems));
        Assert.StartsWith("The candidate: the framework's client is used in a comparison. Expected: an engine of the kit.", Assert.Single(compared.Problems), StringComparison.Ordinal);
    }

    private static LoadRequest Speaking(LoadProtocol protocol) => _protocol.ExpectBody(protocol == LoadProtocol.Http2 ? "HTTP/2" : "HTTP/1.1");

    private static async Task<LoadResult> RunAsync(LoadTest test, LoadProtocol protocol = LoadProtocol.Http1, LoadEngine? engine = null) =>
        Identity.Check(await test.Sending(40).With(o => (o.Protocol, o.Engine) = (protocol, engine ?? LoadEngine.Client)).RunAsync());

    private static async Task<WebApplication> StartAsync(HttpProtocols protocols, bool useHttps, Action? asked = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            endpoint.Protocols = protocols;
            if (useHttps)
            {
                endpoint.UseHttps(Certificate.ForLocalhost());
            }
        }));
        var app = builder.Build();
        app.MapGet("/protocol", (HttpRequest request) =>
        {
            asked?.Invoke();
            return request.Protocol;
        });
        app.MapPost("/sign-in/{name}", (string name, HttpResponse response) =>
        {
            response.Cookies.Append("user", name);
            return Microsoft.AspNetCore.Http.Results.Json(new { token = name });
        });
        app.MapGet("/greeting", (string token, HttpRequest request) => request.Cookies["user"] == token ? "yes" : "no");
        app.MapGet("/compressed", async (HttpResponse response) =>
        {
            response.Headers.ContentEncoding = "gzip";
            await using var gzip = new GZipStream(response.Body, CompressionMode.Compress);
            await gzip.WriteAsync("hello"u8.ToArray());
        });
        await app.StartAsync();
        return app;
    }

    private sealed class GivingHandler(HttpMessageHandler inner, Func<Task<HttpResponseMessage>> give) : DelegatingHandler(inner)
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) => give();
    }

    private sealed class EndlessStream : MemoryStream
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Delay(Timeout.Infinite, CancellationToken.None);
            return 0;
        }
    }

    private sealed class SigningHandler(HttpMessageHandler inner) : DelegatingHandler(inner)
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            request.Headers.Authorization = new("Bearer", "secret");
            return base.SendAsync(request, cancellationToken);
        }
    }
}
