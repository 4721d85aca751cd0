using ThroughputKit.Recording;

namespace ThroughputKit.Statistics;

/// <summary>Counts the latencies above a value, from the non-empty buckets of a histogram, summed from the top. Immutable.</summary>
internal sealed class LatencyTail
{
    private readonly double[] _edges; // the lower edges of the buckets
    private readonly double[] _widths;
    private readonly long[] _from; // the number of latencies in a bucket and in all buckets above it

    public LatencyTail(LatencyHistogram histogram)
    {
        var buckets = histogram.Buckets();
        _edges = [.. buckets.Select(b => (double)b.Low)];
        _widths = [.. buckets.Select(b => b.High + 1.0 - b.Low)];
        _from = new long[buckets.Count + 1];
        for (var i = buckets.Count - 1; i >= 0; i--)
        {
            _from[i] = _from[i + 1] + buckets[i].Count;
        }
    }

    public long Count => _from[0];

    /// <summary>Returns the number of latencies above a value. A value within a bucket splits the bucket's count evenly by width.</summary>
    /// <param name="nanoseconds">The value in nanoseconds.</param>
    public double CountAbove(double nanoseconds)
    {
        var next = Array.BinarySearch(_edges, nanoseconds);
        var bucket = next >= 0 ? next : ~next - 1;
        if (bucket < 0)
        {
            return Count;
        }

        var below = Math.Min(1, (nanoseconds - _edges[bucket]) / _widths[bucket]);
        return _from[bucket] - (below * (_from[bucket] - _from[bucket + 1]));
    }
}
