using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>A number of requests over connections of different speeds.</summary>
public abstract class SlowConnectionTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    [Fact]
    public async Task The_others_send_all_that_a_slow_one_does_not_get_to()
    {
        const int Requests = 500;
        ScriptedServer? server = null;
        await using var one = server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await (connection.Number == 1 ? server!.ReceivedAsync(Requests) : Task.CompletedTask);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(Requests, connections: 3).RunAsync());

        Assert.Equal((Requests, Requests), (server.Requests, result.Succeeded));
    }

    [Fact]
    public async Task The_users_of_a_chain_wait_for_a_pass_at_most()
    {
        const int Requests = 300, Length = 3;
        ScriptedServer? server = null;
        await using var one = server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await (connection.Number == 1 ? server!.ReceivedAsync(Requests - Length + 1) : Task.CompletedTask);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        var result = Identity.Check(await Against(server).Get("/a").Get("/b").Get("/c").AsChain().Sending(Requests, connections: 3).RunAsync());

        Assert.Equal([100L, 100L, 100L], result.Endpoints.Select(e => e.Succeeded));
    }

    public sealed class OnEpoll() : SlowConnectionTests(LoadEngine.Epoll);

    public sealed class OnUring() : SlowConnectionTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : SlowConnectionTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : SlowConnectionTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : SlowConnectionTests(LoadEngine.Socket);

    public sealed class OnClient() : SlowConnectionTests(LoadEngine.Client);
}
