using System.Net;
using System.Net.Security;
using ThroughputKit.Engines;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

public class EngineFactoryTests
{
    private static readonly EngineTarget _plain = new(new IPEndPoint(IPAddress.Loopback, 1), Tls: null);
    private static readonly EngineTarget _tls = _plain with { Tls = new SslClientAuthenticationOptions() };

    [Theory]
    [InlineData(LoadEngine.Automatic, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Epoll, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Socket, LoadEngine.Socket)]
    public async Task Plain_http_uses_epoll_unless_another_engine_is_set(LoadEngine asked, LoadEngine expected) => Assert.Equal(expected, await KindAsync(asked, _plain));

    [Fact]
    public async Task Tls_uses_the_socket_engine() => Assert.Equal(LoadEngine.Socket, await KindAsync(LoadEngine.Automatic, _tls));

    [Fact]
    public async Task Epoll_with_tls_is_an_error() => Assert.Equal(
        "The engine is Epoll and the address is https. Expected: Epoll on Linux, for plain http. Leave Engine out: the kit then uses the fastest engine that supports the load.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => KindAsync(LoadEngine.Epoll, _tls))).Problems));

    [Fact]
    public async Task Uring_with_tls_is_an_error() => Assert.StartsWith(
        "The engine is Uring and the address is https. Expected: Uring on Linux 6.1 or later, where io_uring is allowed, for plain http.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => KindAsync(LoadEngine.Uring, _tls))).Problems), StringComparison.Ordinal);

    [UringTheory]
    [InlineData(LoadEngine.Automatic, 15, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Automatic, 16, LoadEngine.Uring)]
    [InlineData(LoadEngine.Epoll, 16, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Uring, 1, LoadEngine.Uring)]
    public async Task Io_uring_is_for_many_connections_unless_a_test_asks_for_it(LoadEngine asked, int connections, LoadEngine expected) =>
        Assert.Equal(expected, await KindAsync(asked, _plain, connections));

    private static async Task<LoadEngine> KindAsync(LoadEngine engine, EngineTarget target, int connections = 1)
    {
        var choice = EngineFactory.Create(new LoadOptions { Engine = engine, Connections = connections }, target);
        await choice.Engine.DisposeAsync();
        return choice.Kind;
    }
}
