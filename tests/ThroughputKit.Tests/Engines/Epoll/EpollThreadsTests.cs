using ThroughputKit.Engines.Epoll;

namespace ThroughputKit.Tests.Engines.Epoll;

public class EpollThreadsTests
{
    [Theory]
    [InlineData(1, 2, 1)]
    [InlineData(31, 2, 1)]
    [InlineData(32, 2, 2)]
    [InlineData(512, 2, 2)]
    [InlineData(64, 16, 4)]
    [InlineData(512, 1, 1)]
    public void There_is_one_for_each_core_that_has_connections_enough(int connections, int cores, int threads) =>
        Assert.Equal(threads, EpollThreads.For(connections, cores));
}
