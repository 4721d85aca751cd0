using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Tests.Engines.Loops;

public class LoopThreadsTests
{
    [Theory]
    [InlineData(1, 2, 1)]
    [InlineData(31, 2, 1)]
    [InlineData(32, 2, 2)]
    [InlineData(512, 2, 2)]
    [InlineData(64, 16, 4)]
    [InlineData(512, 1, 1)]
    public void There_is_one_for_each_core_with_enough_connections(int connections, int cores, int threads) =>
        Assert.Equal(threads, LoopThreads.For(connections, highestRate: null, cores));

    [Theory]
    [InlineData(64, 100, 1)]
    [InlineData(64, 80_000, 1)]
    [InlineData(64, 80_001, 2)]
    [InlineData(64, 1_000_000, 4)]
    [InlineData(1, 1_000_000, 1)]
    public void At_a_set_rate_there_are_no_more_than_it_needs(int connections, double rate, int threads) =>
        Assert.Equal(threads, LoopThreads.For(connections, rate, cores: 8));
}
