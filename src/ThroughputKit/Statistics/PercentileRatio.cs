namespace ThroughputKit.Statistics;

/// <summary>
/// The logarithm of the ratio of two percentiles, of latencies that come in clusters of both sides, and how exactly it is known.
/// </summary>
/// <remarks>
/// The percentile of the one side's pooled latencies times a ratio is exceeded by some share of the other's. Where that is the same
/// share, the ratio is the percentiles' own. The difference of the two shares is a difference of means, so its standard error
/// comes from the clusters, whatever latencies have in common within one and both sides have in common in one; the ratios that it
/// can't tell from no difference are the interval. That is R. S. Woodruff, "Confidence intervals for medians and other position
/// measures", Journal of the American Statistical Association 47 (1952), for a ratio. No cluster needs latencies enough for a
/// percentile of its own.
/// </remarks>
internal sealed class PercentileRatio : IEstimate
{
    private const int Halvings = 40;

    // Where even a thousandfold ratio can't be told from no difference, too few latencies lie beyond the percentile.
    private static readonly double _largest = Math.Log(1_000);

    private readonly IReadOnlyList<(LatencyTail Reference, LatencyTail Candidate)> _clusters;
    private readonly double _references;
    private readonly double _candidates;
    private readonly double _percentile;
    private readonly double[] _above;

    /// <param name="clusters">Two or more, none of them empty.</param>
    /// <param name="percent">Which percentile.</param>
    public PercentileRatio(IReadOnlyList<(LatencyTail Reference, LatencyTail Candidate)> clusters, double percent)
    {
        _clusters = clusters;
        (_references, _candidates) = (clusters.Sum(c => c.Reference.Count), clusters.Sum(c => c.Candidate.Count));
        var beyond = 1 - (percent / 100);
        _percentile = Math.Exp(Bisect(0, Math.Log(double.MaxValue), x => clusters.Sum(c => c.Reference.CountAbove(Math.Exp(x))) > beyond * _references));
        _above = [.. clusters.Select(c => c.Reference.CountAbove(_percentile))];
        Center = Bisect(-_largest, _largest, x => Difference(x).Center > 0);
    }

    public double Center { get; }

    /// <summary>Gets the same: shares are trimmed of nothing.</summary>
    public double Untrimmed => Center;

    /// <inheritdoc/>
    public Interval Within(double shareOutside)
    {
        var quantile = StudentT.QuantileAbove(shareOutside, _clusters.Count - 1);
        return new Interval(
            IsAbove(-_largest) ? Bisect(-_largest, Center, IsAbove) : double.NegativeInfinity,
            IsNotBelow(_largest) ? double.PositiveInfinity : Bisect(Center, _largest, IsNotBelow));

        bool IsAbove(double ratio) => Difference(ratio) is var d && d.Center > quantile * d.Error;
        bool IsNotBelow(double ratio) => Difference(ratio) is var d && d.Center > -quantile * d.Error;
    }

    // By how much a larger share of the candidate's latencies lies above the reference's percentile, times a ratio.
    private (double Center, double Error) Difference(double logarithm)
    {
        var limit = _percentile * Math.Exp(logarithm);
        double[] above = [.. _clusters.Select(c => c.Candidate.CountAbove(limit))];
        var (reference, candidate) = (_above.Sum() / _references, above.Sum() / _candidates);
        var squares = 0.0;
        for (var i = 0; i < above.Length; i++)
        {
            var influence = ((above[i] - (candidate * _clusters[i].Candidate.Count)) / _candidates) - ((_above[i] - (reference * _clusters[i].Reference.Count)) / _references);
            squares += influence * influence;
        }

        return (candidate - reference, Math.Sqrt(squares * above.Length / (above.Length - 1)));
    }

    // Where a condition that holds below ceases to hold.
    private static double Bisect(double low, double high, Func<double, bool> holds)
    {
        for (var i = 0; i < Halvings; i++)
        {
            var middle = (low + high) / 2;
            (low, high) = holds(middle) ? (middle, high) : (low, middle);
        }

        return (low + high) / 2;
    }
}
