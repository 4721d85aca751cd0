using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>From one connection to thousands: each request is sent once, answered once and counted once.</summary>
public abstract class ConnectionCountTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(16)]
    [InlineData(64)]
    public Task The_server_and_the_kit_count_the_same(int connections) => CountAsync(connections, requests: 2_000);

    [Theory]
    [Trait("Category", "Slow")] // many tasks in one process
    [InlineData(512, 50_000)]
    [InlineData(5_000, 50_000)]
    public Task So_they_do_with_very_many_connections(int connections, int requests) => CountAsync(connections, requests);

    [Fact]
    public Task Each_request_has_a_connection_of_its_own_if_the_server_closes_it() => ReconnectAsync(requests: 300);

    [Fact]
    [Trait("Category", "Slow")]
    public Task So_it_has_when_descriptors_are_used_again_and_again() => ReconnectAsync(requests: 10_000);

    private async Task ReconnectAsync(int requests)
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(requests, connections: 16).RunAsync());

        Assert.Equal((requests, requests, requests), (result.Sent, result.Succeeded, server.Requests));
        Assert.Equal(requests, result.ConnectionsOpened);
    }

    private async Task CountAsync(int connections, int requests)
    {
        await using var server = Answering(Ok);

        var result = Identity.Check(await Against(server).Get("/").Sending(requests, connections).RunAsync());

        Assert.Equal((requests, requests, requests), (result.Sent, result.Succeeded, server.Requests));
        Assert.InRange(result.ConnectionsOpened, 1, connections);
        Assert.Equal((long)requests * Wire.Bytes(Ok).Length, result.BytesReceived);
    }

    public sealed class OnEpoll() : ConnectionCountTests(LoadEngine.Epoll);

    public sealed class OnUring() : ConnectionCountTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : ConnectionCountTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : ConnectionCountTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : ConnectionCountTests(LoadEngine.Socket);
}
