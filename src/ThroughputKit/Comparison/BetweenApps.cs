using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// An estimate that covers the difference between two apps of identical code. It lasts as long as they run, because their code and data lie at different
/// places in memory and in the processor's caches. All placements of one pair of apps share it, so their spread can't show it. A few pairs show little
/// of it. Therefore it was recorded.
/// </summary>
/// <param name="estimate">The estimate from the spread of the placements.</param>
/// <param name="deviation">The standard deviation between pairs of apps.</param>
/// <param name="pairs">The number of measured pairs.</param>
internal sealed class BetweenApps(IEstimate estimate, double deviation, int pairs) : IEstimate
{
    // Recorded from 16 pairs, each measured for 10 s on an idle machine with two cores: benchmarks/verdicts.sh --series "pairs of identical code".
    private const int RecordedPairs = 16;
    private const double OfProcesses = 0.011;
    private const double LatencyOfProcesses = 0.012;
    private const double OfApps = 0.003;
    private const double LatencyOfApps = 0.006;

    public double Center => estimate.Center;

    public double Untrimmed => estimate.Untrimmed;

    /// <summary>Returns the standard deviation of the logarithm of a ratio between pairs of apps.</summary>
    /// <param name="apart">The level at which the sides are separate. Two endpoints of one app have no visible difference.</param>
    /// <param name="isLatency">Whether the ratio is of percentiles, not of RPS.</param>
    public static double Deviation(Separation apart, bool isLatency) => (apart, isLatency) switch
    {
        (Separation.Endpoints, _) => 0,
        (Separation.Apps, false) => OfApps,
        (Separation.Apps, true) => LatencyOfApps,
        (_, false) => OfProcesses,
        (_, true) => LatencyOfProcesses,
    };

    /// <inheritdoc/>
    public Interval Within(double shareOutside)
    {
        var inner = estimate.Within(shareOutside);
        var margin = Margin(shareOutside);
        return new Interval(Center - Hypotenuse(Center - inner.Low, margin), Center + Hypotenuse(inner.High - Center, margin));
    }

    /// <summary>Returns half the width of the interval that the difference between apps of identical code has on its own.</summary>
    public double Margin(double shareOutside) => deviation / Math.Sqrt(pairs) * StudentT.QuantileAbove(shareOutside, RecordedPairs - 1);

    // Independent errors add up as squares.
    private static double Hypotenuse(double one, double other) => Math.Sqrt((one * one) + (other * other));
}
