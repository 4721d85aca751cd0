using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Connections between phases.</summary>
public abstract class KeptConnectionTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    [Fact]
    public async Task Keeps_its_connections_from_phase_to_phase()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        await using var kept = Engine.For(server, Kind, connections: 1);

        Assert.Equal((1, 1), await SendOneAsync(kept, server));
        Assert.Equal((1, 0), await SendOneAsync(kept, server));
    }

    [Fact]
    public async Task Keeps_a_connection_that_the_server_has_left_open()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||o");
                await Task.Delay(20); // so that the end of the response is a separate event
                await connection.SendAsync("k");
            }
        });
        await using var kept = Engine.For(server, Kind, connections: 1);

        Assert.Equal((1, 1), await SendOneAsync(kept, server));
        await Task.Delay(20); // a free moment, as between two phases of a run
        Assert.Equal((1, 0), await SendOneAsync(kept, server));
    }

    [Fact]
    public async Task Reopens_a_connection_closed_between_phases_without_a_failure()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
        });
        await using var kept = Engine.For(server, Kind, connections: 1);

        Assert.Equal((1, 1), await SendOneAsync(kept, server));
        await server.ClosedAsync(); // on loopback the client has the end of a connection as soon as it is closed
        Assert.Equal((1, 1), await SendOneAsync(kept, server));
    }

    [Fact]
    public async Task What_each_connection_begins_a_phase_with_is_told_apart()
    {
        await using var server = Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        await using var kept = Engine.For(server, Kind, connections: 2);
        var each = new RequestBudget(5, isShared: false);

        var first = await Engine.SendAsync(kept, server, each);
        var second = await Engine.SendAsync(kept, server, each);

        Assert.Equal((10, 2), (first.Completed, first.FirstCompleted));
        Assert.Equal((10, 2), (second.Completed, second.FirstCompleted));
        Assert.InRange(second.FirstEndedAt, second.FirstCompletedAt, 2 * second.LastEndedAt);
    }

    private static async Task<(long Succeeded, long ConnectionsOpened)> SendOneAsync(ILoadEngine engine, ScriptedServer server)
    {
        var recorded = await Engine.SendAsync(engine, server, new RequestBudget(1));
        return (recorded.Endpoint(0).Succeeded, recorded.ConnectionsOpened);
    }

    public sealed class OnEpoll() : KeptConnectionTests(LoadEngine.Epoll);

    public sealed class OnUring() : KeptConnectionTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : KeptConnectionTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : KeptConnectionTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : KeptConnectionTests(LoadEngine.Socket);

    public sealed class OnClient() : KeptConnectionTests(LoadEngine.Client);
}
