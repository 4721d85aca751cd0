using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Connections that a server never serves.</summary>
public abstract class UnservedConnectionsTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    [Fact]
    public async Task Counts_those_that_a_server_closes_unanswered()
    {
        var (connections, served) = (0, 0);
        await using var server = Serve(async connection =>
        {
            if (await connection.ReadRequestAsync() is null || Interlocked.Increment(ref connections) > 6)
            {
                return;
            }

            do
            {
                Interlocked.Increment(ref served);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            }
            while (await connection.ReadRequestAsync() is not null);
        });

        var result = await Endless().RunAsync(server, Until, connections: 8);

        Assert.Equal(2, result.UnservedConnections);
        var finding = Assert.Single(result.FindingsOfApp(), f => f.Severity == FindingSeverity.Error);
        Assert.Equal("2 of 8 connections never got a response, so the figures are those of the others.", finding.Message);

        // Until all have been opened, so none is left that has sent nothing.
        async Task Until()
        {
            while (Volatile.Read(ref served) < 100 || Volatile.Read(ref connections) < 8)
            {
                await Task.Delay(1);
            }
        }
    }

    [Fact]
    public async Task Those_without_a_request_to_send_are_none()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            }
        });

        var result = await Against(server).Get("/").Sending(3, connections: 8).RunAsync();

        Assert.Equal((3, 0), (result.Succeeded, result.UnservedConnections));
    }

    [Fact]
    public async Task Those_that_were_answered_at_all_count_as_served()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
        });

        var result = await Against(server).Get("/").Sending(40).RunAsync();

        Assert.Equal((0, true), (result.UnservedConnections, result.Failed < 40));
    }

    [Fact]
    public async Task No_timing_gate_passes_behind_a_limit_of_Kestrel()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Limits.MaxConcurrentConnections = 4);
        await using var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapGet("/", () => "hello");

        var result = await LoadTest.For(app).With(o => o.Engine = Kind).Get("/").Sending(20_000, connections: 8).RunAsync();

        Assert.InRange(result.UnservedConnections, 1, 7);
        var failed = Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MinRps = 1, MaxP50LatencyMs = 60_000, MaxFailurePercent = 99 })).Failures;
        Assert.Equal(["MinRps", "MaxP50LatencyMs"], failed.Select(f => f.Gate));
        Assert.Contains("of 8 connections never got a response; with a tenth or more unserved this gate cannot pass. Look for a limit", failed[0].Message, StringComparison.Ordinal);
    }

    public sealed class OnEpoll() : UnservedConnectionsTests(LoadEngine.Epoll);

    public sealed class OnUring() : UnservedConnectionsTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : UnservedConnectionsTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : UnservedConnectionsTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : UnservedConnectionsTests(LoadEngine.Socket);

    public sealed class OnClient() : UnservedConnectionsTests(LoadEngine.Client);
}
