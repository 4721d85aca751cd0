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

    /// <param name="measured">The latencies of successful requests.</param>
    /// <param name="censored">The waits of censored requests, which are lower bounds of their latencies.</param>
    internal LatencyFigures(LatencyHistogram measured, LatencyHistogram? censored = null) =>
        (Measured, Censored) = (measured, censored is { Count: > 0 } ? censored : null);

    internal LatencyHistogram Measured { get; private init; }

    internal LatencyHistogram? Censored { get; private init; }

    private LatencyHistogram All => field ??= Censored is null ? Measured : LatencyHistogram.Merge([Measured, Censored]);

    /// <summary>Merges all latencies of several figures. Exact: percentiles are never averaged.</summary>
    internal static LatencyFigures Merge(IEnumerable<LatencyFigures> figures)
    {
        LatencyFigures[] all = [.. figures];
        return new LatencyFigures(
            LatencyHistogram.Merge(all.Select(f => f.Measured)), LatencyHistogram.Merge(all.Select(f => f.Censored).OfType<LatencyHistogram>()));
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
    public TimeSpan Mean => Clock.ToTimeSpan(All.Mean);

    /// <summary>Gets the standard deviation.</summary>
    public TimeSpan StandardDeviation => Clock.ToTimeSpan(All.StandardDeviation);

    /// <summary>Gets the share of requests within one standard deviation of the mean, as a fraction.</summary>
    public double ShareWithinStandardDeviation => All.ShareWithin(All.Mean - All.StandardDeviation, All.Mean + All.StandardDeviation);

    /// <summary>Gets the shortest latency; zero if none was measured.</summary>
    public TimeSpan Min => Clock.ToTimeSpan(Count == 0 ? 0 : Measured.Min);

    /// <summary>Gets the longest latency; a lower bound if there are <see cref="Unanswered"/> requests.</summary>
    public TimeSpan Max => Clock.ToTimeSpan(All.Max);

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
    public long Clamped => All.Clamped;

    /// <inheritdoc/>
    public override string ToString() => Count == 0
        ? "no latency"
        : $"mean {Show(Mean, Unanswered > 0)}, "
            + $"p50 {Show(P50, IsLowerBound(50))}, p95 {Show(P95, IsLowerBound(95))}, p99 {Show(P99, IsLowerBound(99))}, max {Show(Max, Unanswered > 0)}";

    /// <summary>Returns the latency that this share of the requests did not exceed; zero if none was recorded.</summary>
    /// <param name="percent">The share in percent, above 0 and at most 100.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    public TimeSpan Percentile(double percent) => Clock.ToTimeSpan(All.Percentile(Checked(percent)));

    /// <summary>
    /// Returns whether a percentile is a lower bound because it depends on requests that were never answered: with responses to them, it could be higher by
    /// over 1%. Its text then begins with "at least".
    /// </summary>
    /// <param name="percent">The share in percent, above 0 and at most 100.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="percent"/> is out of range.</exception>
    public bool IsLowerBound(double percent) => UpperBound(Checked(percent)) > Tolerated * All.Percentile(percent) / 1e6;

    /// <summary>Returns the upper bound of a percentile in milliseconds, if every censored request took forever.</summary>
    internal double UpperBound(double percent)
    {
        var rank = LatencyHistogram.RankOf(percent, All.Count);
        return rank > Count && Unanswered > 0 ? double.PositiveInfinity : Measured.AtRank(rank) / 1e6;
    }

    private static double Checked(double percent) => percent is > 0 and <= 100
        ? percent
        : throw new ArgumentOutOfRangeException(nameof(percent), percent, "A percentile is above 0 and at most 100.");

    private static string Show(TimeSpan time, bool isLowerBound) => $"{(isLowerBound ? "at least " : "")}{Readable.Ms(time)}";
}
