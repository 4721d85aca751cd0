using ThroughputKit.Slices;
using ThroughputKit.Recording;
using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Slices;

/// <summary>Made-up slices and placements.</summary>
internal static class Made
{
    public static Slice Slice(double completed) => new()
    {
        Completed = (long)completed,
        Failed = 0,
        Busy = TimeSpan.FromMilliseconds(10),
        AllocatedBytes = (long)(10 * completed),
    };

    /// <summary>A placement whose candidate is slower by a logarithm in each of its blocks.</summary>
    public static Placement Placement(params double[] slowdowns) => new(
        [.. slowdowns.Select(s => new SlicePair(Slice(1e9), Slice(1e9 * Math.Exp(-s)))).Select(pair => new Block(pair, pair))], Latencies(1), Latencies(1));

    public static LatencyTail Latencies(double milliseconds, int count = 1)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            histogram.Record((long)(milliseconds * 1e6));
        }

        return new LatencyTail(histogram);
    }
}
