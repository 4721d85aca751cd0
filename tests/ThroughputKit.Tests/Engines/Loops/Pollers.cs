using ThroughputKit.Engines;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Engines.Uring;

namespace ThroughputKit.Tests.Engines.Loops;

/// <summary>The pollers that this system permits, by their names.</summary>
internal static class Pollers
{
    private const string Epoll = "epoll";
    private const string Uring = "io_uring";
    private const string Starved = "io_uring with 16 buffers";

    public static TheoryData<string> All => EngineFactory.WhyNotUring is null ? [Epoll, Uring, Starved] : [Epoll];

    public static Func<int, IPoller> Of(string name) => sockets => name switch
    {
        Epoll => new Poller(sockets),
        Uring => new UringPoller(sockets),
        _ => new UringPoller(sockets, buffers: 16),
    };
}
