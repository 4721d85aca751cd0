using System.Net.Security;
using System.Security.Authentication;
using System.Text;
using ThroughputKit.Engines.Tls;
using ThroughputKit.Pacing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Tls;

/// <summary>What only TLS has: records, what it sends by itself, and an end of its own.</summary>
public abstract class TlsConnectionTests(LoadEngine engine) : EngineTests(engine, isOverTls: true)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Theory]
    [InlineData(SslProtocols.Tls12)]
    [InlineData(SslProtocols.Tls13)]
    public async Task Records_may_come_a_byte_at_a_time(SslProtocols version)
    {
        var options = new SslServerAuthenticationOptions
        {
            ServerCertificateContext = ScriptedServer.Tls.ServerCertificateContext,
            EnabledSslProtocols = version,
        };
        await using var server = ScriptedServer.Answering(Ok, c => c.AuthenticateAsync(options, s => new WireStream(s) { IsByteByByte = true }));

        var result = Identity.Check(await Against(server).Get("/").Sending(20, connections: 2).RunAsync());

        Assert.Equal((20, 20 * Wire.Bytes(Ok).Length), (result.Succeeded, result.BytesReceived));
        Assert.InRange(result.ConnectionsOpened, 1, 2);
    }

    [Fact]
    public async Task Requests_and_responses_may_have_many_records()
    {
        const int Length = 1024 * 1024;
        var received = 0L;
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                Interlocked.Add(ref received, request.Length);
                await connection.SendAsync($"HTTP/1.1 200 OK|Content-Length: {Length}||{request[^Length..]}");
            }
        });
        var body = new string('x', Length - 1) + "y";

        var result = Identity.Check(await Against(server).Send(LoadRequest.Post("/").WithContent(Encoding.ASCII.GetBytes(body), "text/plain")
            .ExpectBody(body)).Sending(6, connections: 2).RunAsync());

        Assert.Equal((6, received), (result.Succeeded, result.BytesSent));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_connection_that_is_no_longer_good_for_a_request_is_replaced_between_requests(bool isEnd)
    {
        using var isOver = new SemaphoreSlim(0);
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(Ok);
            await SendMoreAsync(connection, isEnd);
            isOver.Release(); // on loopback the client has it by now
            await connection.HangAsync();
        });
        await using var kept = Engine.For(server, Kind, connections: 1);

        for (var phase = 0; phase < 3; phase++)
        {
            var recorded = await Engine.SendAsync(kept, server, new RequestBudget(1));
            await isOver.WaitAsync();

            Assert.Equal((1, 1), (recorded.Succeeded, recorded.ConnectionsOpened));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task So_it_is_if_that_came_together_with_the_response(bool isEnd)
    {
        WireStream? wire = null;
        await using var server = new ScriptedServer(
            async connection =>
            {
                while (await connection.ReadRequestAsync() is not null)
                {
                    wire!.Hold();
                    await connection.SendAsync(Ok);
                    await SendMoreAsync(connection, isEnd);
                    await wire.ReleaseAsync();
                }
            },
            c => c.AuthenticateAsync(ScriptedServer.Tls, s => wire = new WireStream(s)));
        await using var kept = Engine.For(server, Kind, connections: 1);

        var recorded = await Engine.SendAsync(kept, server, new RequestBudget(10));

        Assert.Equal((10, 10), (recorded.Succeeded, recorded.ConnectionsOpened));
    }

    [Fact]
    public async Task What_TLS_sends_by_itself_between_requests_is_no_reason_to_replace_it()
    {
        Assert.Null(OpenSsl.WhyNot);
        using var certificate = Certificate.ForLocalhost();
        using var hasSent = new SemaphoreSlim(0);
        await using var server = new ScriptedServer(_ => Task.CompletedTask, connection => Task.Run(() =>
        {
            using var tls = new OpenSslServer(connection.Stream, certificate);
            while (tls.Read().Length > 0)
            {
                tls.Write(Wire.Bytes(Ok));
                tls.SendTicket();
                tls.RenewKeys();
                hasSent.Release(); // on loopback the client has it by now
            }
        }));
        await using var kept = Engine.For(server, Kind, connections: 1);

        for (var phase = 0; phase < 3; phase++)
        {
            var recorded = await Engine.SendAsync(kept, server, new RequestBudget(1));
            await hasSent.WaitAsync();

            Assert.Equal((1, phase == 0 ? 1 : 0), (recorded.Succeeded, recorded.ConnectionsOpened));
        }
    }

    [Fact]
    public async Task A_response_that_ends_with_the_connection_is_whole_only_if_TLS_says_so()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK||hello");
            if (connection.Number % 2 == 0)
            {
                connection.Dispose();
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(8, connections: 1).RunAsync());

        Assert.Equal((4, 4), (result.Succeeded, result.Failures.Read));
        Assert.Equal(
            "the connection was closed without the end of TLS (close_notify), so the response may have been cut short", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task A_handshake_that_is_never_answered_is_a_timeout()
    {
        var connections = 0;
        await using var server = new ScriptedServer(
            connection => connection.HangAsync(),
            connection => Interlocked.Increment(ref connections) == 1 ? connection.AuthenticateAsync(ScriptedServer.Tls) : connection.HangAsync());

        var result = Identity.Check(await Against(server).Get("/").Sending(4, connections: 2)
            .With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(100)).RunAsync());

        Assert.Equal((4, 4, 0), (result.Sent, result.Failures.Timeouts, result.Handshakes!.Count));
        Assert.Equal("no complete response in time; the connection was still being opened", result.Failures.Examples[0].Detail);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Memory_does_not_grow_with_the_number_of_connections()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        await using var kept = Engine.For(server, Kind, connections: 16);
        await Engine.SendAsync(kept, server, new RequestBudget(2_000));
        var before = Environment.WorkingSet;

        var recorded = await Engine.SendAsync(kept, server, new RequestBudget(10_000));

        Assert.Equal((10_000, 10_000), (recorded.Succeeded, recorded.ConnectionsOpened));
        Assert.InRange((Environment.WorkingSet - before) / 10_000, long.MinValue, 15_000); // a connection that is kept takes more
    }

    private static Task SendMoreAsync(ScriptedConnection connection, bool isEnd) => isEnd ? connection.EndTlsAsync() : connection.SendAsync(Ok);

    public sealed class OnEpoll() : TlsConnectionTests(LoadEngine.Epoll);

    public sealed class OnUring() : TlsConnectionTests(LoadEngine.Uring);
}
