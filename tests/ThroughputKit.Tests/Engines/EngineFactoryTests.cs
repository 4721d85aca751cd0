using System.Net;
using System.Net.Security;
using ThroughputKit.Engines;

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

    private static async Task<LoadEngine> KindAsync(LoadEngine engine, EngineTarget target)
    {
        var choice = EngineFactory.Create(new LoadOptions { Engine = engine, Connections = 1 }, target);
        await choice.Engine.DisposeAsync();
        return choice.Kind;
    }
}
