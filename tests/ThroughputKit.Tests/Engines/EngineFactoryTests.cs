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

    [Theory]
    [InlineData(LoadEngine.Automatic, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Epoll, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Socket, LoadEngine.Socket)]
    public async Task So_does_https(LoadEngine asked, LoadEngine expected) => Assert.Equal(expected, await KindAsync(asked, _tls));

    [Fact]
    public async Task Without_OpenSSL_https_uses_the_socket_engine_and_says_why()
    {
        var choice = EngineFactory.Create(new LoadOptions { Connections = 64 }, _tls, whyNotTls: () => "OpenSSL is not there");
        await choice.Engine.DisposeAsync();

        Assert.Equal((LoadEngine.Socket, "OpenSSL is not there"), (choice.Kind, choice.WhyNotFaster));
        Assert.Equal(LoadEngine.Epoll, await KindAsync(LoadEngine.Automatic, _plain, whyNotTls: () => "OpenSSL is not there"));
    }

    [Theory]
    [InlineData(LoadEngine.Epoll, "Epoll on Linux, for https with OpenSSL")]
    [InlineData(LoadEngine.Uring, "Uring on Linux 6.1 or later, where io_uring is allowed, for https with OpenSSL")]
    public async Task Without_OpenSSL_an_engine_that_needs_it_for_https_is_an_error(LoadEngine engine, string expected) => Assert.Equal(
        $"The engine is {engine} and OpenSSL is not there. Expected: {expected}. Leave Engine out: the kit then uses the fastest engine that supports the load.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => KindAsync(engine, _tls, whyNotTls: () => "OpenSSL is not there"))).Problems));

    [UringTheory]
    [InlineData(LoadEngine.Automatic, 15, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Automatic, 16, LoadEngine.Uring)]
    [InlineData(LoadEngine.Epoll, 16, LoadEngine.Epoll)]
    [InlineData(LoadEngine.Uring, 1, LoadEngine.Uring)]
    public async Task Io_uring_is_for_many_connections_unless_a_test_asks_for_it(LoadEngine asked, int connections, LoadEngine expected) =>
        Assert.Equal(expected, await KindAsync(asked, _plain, connections));

    private static async Task<LoadEngine> KindAsync(LoadEngine engine, EngineTarget target, int connections = 1, Func<string?>? whyNotTls = null)
    {
        var choice = EngineFactory.Create(new LoadOptions { Engine = engine, Connections = connections }, target, whyNotTls: whyNotTls);
        await choice.Engine.DisposeAsync();
        return choice.Kind;
    }
}
