using ThroughputKit.Comparison;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Comparison;

public class SliceLengthTests
{
    [Fact]
    public void Pauses_of_the_machine_in_some_slices_do_not_lengthen_slices()
    {
        // In half of the slices the requests in flight are seen to take 20 ms, in the others half a millisecond.
        SlicePair[] paused = [.. Enumerable.Range(0, 10).Select(i => new SlicePair(Of(i % 2 == 0 ? 20 : 0.5), Of(0.5)))];
        SlicePair[] slow = [.. paused.Select(p => p with { Candidate = Of(20) })];

        Assert.Equal(10, SliceLength.For(paused, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(40, SliceLength.For(slow, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(10, SliceLength.For([], TimeSpan.FromSeconds(16)).TotalMilliseconds);
    }

    [Theory]
    [InlineData(0.5, 0.5, 16, 10)] // fast requests have the shortest slices
    [InlineData(20, 20, 16, 40)] // two latencies, if all are alike
    [InlineData(1, 5, 16, 42)] // ten times the excess of slow ones among fast ones
    [InlineData(1, 90, 16, 500)] // enough slices must fit in
    [InlineData(1, 90, 64, 892)]
    [InlineData(5_000, 5_000, 16, 500)]
    public void Two_latencies_and_ten_times_the_excess_if_there_is_time(double mean, double meanInFlight, double maxDuration, double expected) =>
        Assert.Equal(expected, SliceLength.For(TimeSpan.FromMilliseconds(mean), TimeSpan.FromMilliseconds(meanInFlight), TimeSpan.FromSeconds(maxDuration)).TotalMilliseconds);

    private static Slice Of(double milliseconds)
    {
        var latency = new LatencyHistogram();
        latency.Record((long)(milliseconds * 1e6));
        return Made.Slice(1).With(latency);
    }
}
