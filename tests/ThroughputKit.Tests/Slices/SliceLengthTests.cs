using ThroughputKit.Slices;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Slices;

public class SliceLengthTests
{
    [Fact]
    public void Pauses_of_the_machine_in_some_slices_do_not_lengthen_slices()
    {
        // In half of the slices the requests in flight are seen to take 20 ms, in the others half a millisecond.
        Slice[][] paused = [.. Enumerable.Range(0, 10).Select(i => new[] { Of(i % 2 == 0 ? 20 : 0.5), Of(0.5) })];
        Slice[][] slow = [.. paused.Select(round => new[] { round[0], Of(20) })];

        Assert.Equal(10, SliceLength.For(paused, sides: 2, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(40, SliceLength.For(slow, sides: 2, TimeSpan.FromSeconds(16)).TotalMilliseconds);
        Assert.Equal(10, SliceLength.For([], sides: 2, TimeSpan.FromSeconds(16)).TotalMilliseconds);
    }

    [Theory]
    [InlineData(0.5, 0.5, 2, 16, 10)] // fast requests have the shortest slices
    [InlineData(20, 20, 2, 16, 40)] // two latencies, if all are alike
    [InlineData(1, 5, 2, 16, 42)] // ten times the excess of slow ones among fast ones
    [InlineData(1, 90, 2, 16, 500)] // enough slices must fit in
    [InlineData(1, 90, 2, 64, 892)]
    [InlineData(5_000, 5_000, 2, 16, 500)]
    [InlineData(5_000, 5_000, 5, 16, 200)] // of each side
    public void Two_latencies_and_ten_times_the_excess_if_there_is_time(double mean, double meanInFlight, int sides, double maxDuration, double expected) =>
        Assert.Equal(expected, SliceLength.For(TimeSpan.FromMilliseconds(mean), TimeSpan.FromMilliseconds(meanInFlight), sides, TimeSpan.FromSeconds(maxDuration)).TotalMilliseconds);

    [Theory]
    [InlineData(10, 0.4, 0.4, 26)] // many of a fast chain, and the first
    [InlineData(20, 10, 0.4, 26)] // also if the other side is much slower
    [InlineData(20, 100, 0.4, 5)] // as many as fit in
    [InlineData(40, 10, 10, 5)]
    [InlineData(500, 400, 400, 2)] // not even the first beside them
    public void Passes_are_enough_for_each_side_if_there_is_time(double length, double slowest, double fastest, int expected) => Assert.Equal(
        expected,
        SliceLength.Passes(
            TimeSpan.FromMilliseconds(length), TimeSpan.FromMilliseconds(slowest), TimeSpan.FromMilliseconds(fastest), sides: 2, TimeSpan.FromSeconds(16)));

    [Fact]
    public void Without_a_chain_there_are_no_passes() => Assert.Equal(
        1, SliceLength.Passes(TimeSpan.FromMilliseconds(40), slowest: null, fastest: null, sides: 2, TimeSpan.FromSeconds(16)));

    private static Slice Of(double milliseconds)
    {
        var latency = new LatencyHistogram();
        latency.Record((long)(milliseconds * 1e6));
        return Made.Slice(1).With(latency);
    }
}
