using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Loops;

/// <summary>A server that closes a connection with a response, without saying so.</summary>
public abstract class SilentCloseTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    [Fact]
    public async Task A_connection_known_to_be_closed_gets_no_request()
    {
        ScriptedServer? server = null;
        using var isReading = new ManualResetEventSlim();
        using var isClosed = new ManualResetEventSlim();
        await using var one = server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 2)
                {
                    await Task.Run(isReading.Wait);
                    await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
                    connection.Dispose();
                    isClosed.Set();
                    return;
                }

                await server!.ReceivedAsync(2);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        // While the engine's thread waits in this check, the response of the other connection comes together with its end.
        var request = LoadRequest.Get("/").ExpectBody(_ =>
        {
            isReading.Set();
            isClosed.Wait();
            return true;
        });
        var result = Identity.Check(await Against(server).Send(request).Sending(200, connections: 2).RunAsync());

        Assert.Equal((200L, 0L, 3L), (result.Succeeded, result.Failed, result.ConnectionsOpened));
    }

    public sealed class OnEpoll() : SilentCloseTests(LoadEngine.Epoll);

    public sealed class OnUring() : SilentCloseTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : SilentCloseTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : SilentCloseTests(LoadEngine.Uring, isOverTls: true);
}
