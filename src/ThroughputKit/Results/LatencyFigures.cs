using System.Globalization;
using ThroughputKit.Measurement;

namespace ThroughputKit;

/// <summary>
/// How long succeeded requests took, from before the first byte was written to the last byte read; those that were
/// drained after the window's end are included, failed ones are not. A percentile is the upper edge of its bucket, at most
/// 0.8% above the true value.
/// </summary>
public sealed class LatencyFigures
{
    // A percentile needs ten requests beyond it: their number then varies by about a third from run to run (its square root, as counts
    // do), and with fewer one slow request is the figure.
    internal const int LeastForMedian = 20;
    internal const int LeastForP95 = 200;
    internal const int LeastForP99 = 1_000;

    private readonly LatencyHistogram _histogram;

    internal LatencyFigures(LatencyHistogram histogram) => _histogram = histogram;

    /// <summary>All latencies of several figures. Exact: percentiles are never averaged.</summary>
    internal static LatencyFigures Merge(IEnumerable<LatencyFigures> figures)
    {
        var merged = new LatencyHistogram();
        foreach (var one in figures)
        {
            merged.Add(one._histogram);
        }

        return new LatencyFigures(merged);
    }

    /// <summary>Gets how many latencies were recorded.</summary>
    public long Count => _histogram.Count;

    /// <summary>Gets the arithmetic mean.</summary>
    public TimeSpan Mean => Clock.ToTimeSpan(_histogram.Mean);

    /// <summary>Gets the standard deviation.</summary>
    public TimeSpan StandardDeviation => Clock.ToTimeSpan(_histogram.StandardDeviation);

    /// <summary>Gets the share of requests within one standard deviation of the mean, as a fraction.</summary>
    public double ShareWithinStandardDeviation => _histogram.ShareWithin(
        _histogram.Mean - _histogram.StandardDeviation, _histogram.Mean + _histogram.StandardDeviation);

    /// <summary>Gets the shortest latency; zero if none was recorded.</summary>
    public TimeSpan Min => Clock.ToTimeSpan(Count == 0 ? 0 : _histogram.Min);

    /// <summary>Gets the longest latency.</summary>
    public TimeSpan Max => Clock.ToTimeSpan(_histogram.Max);

    /// <summary>Gets the median.</summary>
    public TimeSpan P50 => Percentile(50);

    /// <summary>Gets the 75th percentile.</summary>
    public TimeSpan P75 => Percentile(75);

    /// <summary>Gets the 90th percentile.</summary>
    public TimeSpan P90 => Percentile(90);

    /// <summary>Gets the 95th percentile.</summary>
    public TimeSpan P95 => Percentile(95);

    /// <summary>Gets the 99th percentile.</summary>
    public TimeSpan P99 => Percentile(99);

    /// <summary>Gets the 99.9th percentile.</summary>
    public TimeSpan P999 => Percentile(99.9);

    /// <summary>Gets the 99.99th percentile.</summary>
    public TimeSpan P9999 => Percentile(99.99);

    /// <summary>Gets how many latencies lay outside what the histogram can hold (73 minutes) and were counted at its end.</summary>
    public long Clamped => _histogram.Clamped;

    /// <inheritdoc/>
    public override string ToString() => Count == 0
        ? "no latency"
        : string.Create(CultureInfo.InvariantCulture, $"mean {Mean.TotalMilliseconds:0.00} ms, p50 {P50.TotalMilliseconds:0.00} ms, p95 {P95.TotalMilliseconds:0.00} ms, p99 {P99.TotalMilliseconds:0.00} ms, max {Max.TotalMilliseconds:0.00} ms");

    /// <summary>The latency that this share of the requests did not exceed; zero if none was recorded.</summary>
    /// <param name="percent">The share in percent, above 0 and at most 100.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    public TimeSpan Percentile(double percent)
    {
        if (percent is not (> 0 and <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percent), percent, "A percentile is above 0 and at most 100.");
        }

        return Clock.ToTimeSpan(_histogram.Percentile(percent));
    }
}
