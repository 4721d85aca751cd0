using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>A server that resets a connection after its response, without saying so.</summary>
public abstract class ResetConnectionTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task A_connection_that_is_reset_after_its_response_is_replaced_before_the_next_request(int length)
    {
        using var isReset = new SemaphoreSlim(0);
        var received = 0L;
        await using var server = Serve(async connection =>
        {
            Interlocked.Add(ref received, (await connection.ReadRequestAsync())!.Length);
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            connection.Reset();
            isReset.Release();
        });

        // What comes next is decided only once the connection is reset. On loopback the client has a reset as soon as it is sent.
        var request = LoadRequest.Post("/").WithContent(new byte[length], "application/octet-stream").ExpectBody(_ => isReset.Wait(_hang));
        var result = Identity.Check(await Against(server).Send(request).Sending(20, connections: 1).RunAsync());

        Assert.Equal((20L, 0L, 20L), (result.Succeeded, result.Failed, result.ConnectionsOpened));
        Assert.Equal((20, received), (server.Requests, result.BytesSent));
    }

    public sealed class OnEpoll() : ResetConnectionTests(LoadEngine.Epoll);

    public sealed class OnUring() : ResetConnectionTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : ResetConnectionTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : ResetConnectionTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : ResetConnectionTests(LoadEngine.Socket);
}
