using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// An estimate that covers what two apps of identical code differ by for as long as they run: their code and data lie in other places, in memory and in the
/// processor's caches. All placements of a pair of apps share it, so that their spread can't show it, and a few pairs show little; so it was recorded.
/// </summary>
/// <param name="estimate">What the placements' spread says.</param>
/// <param name="deviation">The standard deviation between pairs of apps.</param>
/// <param name="pairs">How many pairs were measured.</param>
internal sealed class BetweenApps(IEstimate estimate, double deviation, int pairs) : IEstimate
{
    // Each of 16 pairs, measured for 10 s on an idle machine of two cores: benchmarks/verdicts.sh --series "pairs of identical code".
    private const int RecordedPairs = 16;
    private const double OfProcesses = 0.011;
    private const double LatencyOfProcesses = 0.012;
    private const double OfApps = 0.003;
    private const double LatencyOfApps = 0.006;

    public double Center => estimate.Center;

    public double Untrimmed => estimate.Untrimmed;

    /// <summary>The standard deviation of the logarithm of a ratio between pairs of apps.</summary>
    /// <param name="apart">What the sides don't share. Two endpoints of one app differ by nothing that could be seen.</param>
    /// <param name="isLatency">Whether it is the ratio of percentiles, not of RPS.</param>
    public static double Deviation(Apart apart, bool isLatency) => (apart, isLatency) switch
    {
        (Apart.Endpoints, _) => 0,
        (Apart.Apps, false) => OfApps,
        (Apart.Apps, true) => LatencyOfApps,
        (_, false) => OfProcesses,
        (_, true) => LatencyOfProcesses,
    };

    /// <inheritdoc/>
    public Interval Within(double shareOutside)
    {
        var inner = estimate.Within(shareOutside);
        var margin = deviation / Math.Sqrt(pairs) * StudentT.QuantileAbove(shareOutside, RecordedPairs - 1);
        return new Interval(Center - Hypotenuse(Center - inner.Low, margin), Center + Hypotenuse(inner.High - Center, margin));
    }

    // Independent errors add up as squares.
    private static double Hypotenuse(double one, double other) => Math.Sqrt((one * one) + (other * other));
}
