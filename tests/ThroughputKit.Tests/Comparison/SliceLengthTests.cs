using ThroughputKit.Comparison;
using ThroughputKit.Measurement;

namespace ThroughputKit.Tests.Comparison;

public class SliceLengthTests
{
    [Fact]
    public void Pauses_of_the_machine_in_some_slices_make_none_longer()
    {
        // In half of the slices the requests in flight are seen to take 20 ms, in the others half a millisecond.
        SlicePair[] paused = [.. Enumerable.Range(0, 10).Select(i => new SlicePair(Of(i % 2 == 0 ? 20 : 0.5), Of(0.5)))];
        SlicePair[] slow = [.. paused.Select(p => p with { Candidate = Of(20) })];

        Assert.Equal(10, SliceLength.For(paused, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(200, SliceLength.For(slow, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(10, SliceLength.For([], TimeSpan.FromSeconds(16)).TotalMilliseconds);
    }

    [Theory]
    [InlineData(0.5, 16, 10)] // fast ones have the shortest
    [InlineData(5, 16, 50)]
    [InlineData(90, 16, 500)] // enough of them must fit in
    [InlineData(90, 64, 900)]
    [InlineData(5_000, 16, 500)]
    public void Ten_latencies_where_there_is_time_for_them(double latency, double maxDuration, double expected) =>
        Assert.Equal(expected, SliceLength.For(TimeSpan.FromMilliseconds(latency), TimeSpan.FromSeconds(maxDuration)).TotalMilliseconds);

    private static Slice Of(double milliseconds)
    {
        var latency = new LatencyHistogram();
        latency.Record((long)(milliseconds * 1e6));
        return Made.Slice(1).With(latency);
    }
}
