using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Responses that come before the server can have read the request.</summary>
public abstract class EarlyResponseTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Fact]
    public async Task Reads_a_response_that_comes_before_the_request_is_read()
    {
        await using var server = Serve(async connection =>
        {
            await connection.SendAsync(Ok);
            await connection.ReadRequestAsync();
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(1, connections: 1).RunAsync());

        Assert.Equal((1, 1), (result.Sent, result.Succeeded));
    }

    [Fact]
    public async Task Reads_a_response_that_comes_before_the_request_is_written()
    {
        // More than the system buffers while the server doesn't read, so that the rest is written after the response has arrived.
        var body = $"\"{new string('a', 24 * 1024 * 1024)}\"";
        await using var server = Serve(async connection =>
        {
            await connection.ReadSomeAsync();
            await connection.SendAsync(Ok);
            await Task.Delay(100, connection.Stop);
            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Send(LoadRequest.Put("/").WithJsonText(body)).Sending(1, connections: 1).RunAsync());

        Assert.Equal((1, 1), (result.Sent, result.Succeeded));
        Assert.True(result.BytesSent > 24 * 1024 * 1024);
    }

    public sealed class OnEpoll() : EarlyResponseTests(LoadEngine.Epoll);

    public sealed class OnUring() : EarlyResponseTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : EarlyResponseTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : EarlyResponseTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : EarlyResponseTests(LoadEngine.Socket);
}
