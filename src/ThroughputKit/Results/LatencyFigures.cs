using System.Text.Json.Serialization;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit;

/// <summary>
/// The latency of requests: the time from before the first byte was written to the last byte read; at a set rate, from the time they were due. Successful
/// requests have a latency, including drained ones. Requests that timed out, and requests of a set rate that were never sent, count with the time they had
/// waited, which is a lower bound of their latency (<see cref="Unanswered"/>). Other failures don't count. A percentile is the upper edge of its bucket, at
/// most 0.8% above the true value.
/// </summary>
public sealed class LatencyFigures
{
    // A percentile needs ten requests beyond it. Their number then varies by about a third from run to run (its square root, as counts do); with fewer, one
    // slow request decides the figure.
    internal const int MinForMedian = 20;
    internal const int MinForP90 = 100;
    internal const int MinForP95 = 200;
    internal const int MinForP99 = 1_000;
    internal const int MinForP999 = 10_000;

    // A percentile that the censored requests could move by less than this counts as exact: buckets are no finer.
    private const double Tolerated = 1.01;

    private readonly LatencyHistogram _all;

    /// <param name="measured">The latencies of successful requests.</param>
    /// <param name="censored">The waits of censored requests, which are lower bounds of their latencies.</param>
    [JsonConstructor]
    internal LatencyFigures(LatencyHistogram measured, LatencyHistogram? censored = null)
    {
        (Measured, _all) = (measured, measured);
        if (censored is { Count: > 0 })
        {
            (Censored, _all) = (censored, new LatencyHistogram());
            _all.Add(measured);
            _all.Add(censored);
        }
    }

    [JsonInclude]
    internal LatencyHistogram Measured { get; }

    [JsonInclude]
    internal LatencyHistogram? Censored { get; }

    /// <summary>Merges all latencies of several figures. Exact: percentiles are never averaged.</summary>
    internal static LatencyFigures Merge(IEnumerable<LatencyFigures> figures)
    {
        var (measured, censored) = (new LatencyHistogram(), new LatencyHistogram());
        foreach (var one in figures)
        {
            measured.Add(one.Measured);
            if (one.Censored is not null)
            {
                censored.Add(one.Censored);
            }
        }

        return new LatencyFigures(measured, censored);
    }

    /// <summary>Gets the number of measured latencies: those of successful requests.</summary>
    public long Count => Measured.Count;

    /// <summary>
    /// Gets the number of requests that have no latency but had waited: those of a set rate that were never sent, from the time they were due to the
    /// window's end, and those that timed out. They are included in every figure except <see cref="Count"/> and <see cref="Min"/>, and make
    /// the figures that include them lower bounds.
    /// </summary>
    public long Unanswered => Censored?.Count ?? 0;

    /// <summary>Gets the arithmetic mean; a lower bound if there are <see cref="Unanswered"/> requests.</summary>
    public TimeSpan Mean => Clock.ToTimeSpan(_all.Mean);

    /// <summary>Gets the standard deviation.</summary>
    public TimeSpan StandardDeviation => Clock.ToTimeSpan(_all.StandardDeviation);

    /// <summary>Gets the share of requests within one standard deviation of the mean, as a fraction.</summary>
    public double ShareWithinStandardDeviation => _all.ShareWithin(_all.Mean - _all.StandardDeviation, _all.Mean + _all.StandardDeviation);

    /// <summary>Gets the shortest latency; zero if none was measured.</summary>
    public TimeSpan Min => Clock.ToTimeSpan(Count == 0 ? 0 : Measured.Min);

    /// <summary>Gets the longest latency; a lower bound if there are <see cref="Unanswered"/> requests.</summary>
    public TimeSpan Max => Clock.ToTimeSpan(_all.Max);

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

    /// <summary>Gets the number of latencies outside the range of the histogram (73 minutes), which were counted at its end.</summary>
    public long Clamped => _all.Clamped;

    /// <inheritdoc/>
    public override string ToString() => Count == 0
        ? "no latency"
        : $"mean {Show(Mean, Unanswered > 0)}, "
            + $"p50 {Show(P50, IsLowerBound(50))}, p95 {Show(P95, IsLowerBound(95))}, p99 {Show(P99, IsLowerBound(99))}, max {Show(Max, Unanswered > 0)}";

    /// <summary>Returns the latency that this share of the requests did not exceed; zero if none was recorded.</summary>
    /// <param name="percent">The share in percent, above 0 and at most 100.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    public TimeSpan Percentile(double percent) => Clock.ToTimeSpan(_all.Percentile(Checked(percent)));

    /// <summary>
    /// Returns whether a percentile is a lower bound because it depends on requests that were never answered: with responses to them, it could be higher by
    /// over 1%. Its text then begins with "at least".
    /// </summary>
    /// <param name="percent">The share in percent, above 0 and at most 100.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    public bool IsLowerBound(double percent) => UpperBound(Checked(percent)) > Tolerated * _all.Percentile(percent) / 1e6;

    /// <summary>Returns the upper bound of a percentile in milliseconds, if every censored request took forever.</summary>
    internal double UpperBound(double percent)
    {
        var rank = LatencyHistogram.RankOf(percent, _all.Count);
        return rank > Count && Unanswered > 0 ? double.PositiveInfinity : Measured.AtRank(rank) / 1e6;
    }

    private static double Checked(double percent) => percent is > 0 and <= 100
        ? percent
        : throw new ArgumentOutOfRangeException(nameof(percent), percent, "A percentile is above 0 and at most 100.");

    private static string Show(TimeSpan time, bool isLowerBound) => $"{(isLowerBound ? "at least " : "")}{Readable.Ms(time)}";
}
