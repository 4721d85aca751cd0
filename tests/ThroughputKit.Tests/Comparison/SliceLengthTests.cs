using ThroughputKit.Comparison;

namespace ThroughputKit.Tests.Comparison;

public class SliceLengthTests
{
    [Theory]
    [InlineData(0.5, 16, 10)] // fast ones have the shortest
    [InlineData(5, 16, 50)]
    [InlineData(90, 16, 500)] // enough of them must fit in
    [InlineData(90, 64, 900)]
    [InlineData(5_000, 16, 500)]
    public void Ten_latencies_where_there_is_time_for_them(double latency, double maxDuration, double expected) =>
        Assert.Equal(expected, SliceLength.For(TimeSpan.FromMilliseconds(latency), TimeSpan.FromSeconds(maxDuration)).TotalMilliseconds);
}
