namespace ThroughputKit.Statistics;

/// <summary>
/// The logarithm of the ratio of two percentiles, with its confidence interval. The latencies come in clusters, each with latencies of both sides.
/// </summary>
/// <remarks>
/// Some share of one side's latencies exceeds the percentile of the other side's pooled latencies times a ratio. If that share is the same on
/// both sides, the ratio is that of the percentiles. The difference of the two shares is a difference of means, so its standard error comes from
/// the clusters. It covers correlation among the latencies of a cluster, and between both sides of a cluster. The interval consists of the
/// ratios that can't be distinguished from no difference. This is R. S. Woodruff, "Confidence intervals for medians and other position
/// measures", Journal of the American Statistical Association 47 (1952), applied to a ratio. No cluster needs enough latencies for a
/// percentile of its own.
/// </remarks>
internal sealed class PercentileRatio : IEstimate
{
    private const int Halvings = 40;

    // If even a thousandfold ratio can't be distinguished from no difference, too few latencies lie beyond the percentile.
    private static readonly double _largest = Math.Log(1_000);

    private readonly IReadOnlyList<(LatencyTail Reference, LatencyTail Candidate)> _clusters;
    private readonly double _references;
    private readonly double _candidates;
    private readonly double _percentile;
    private readonly double[] _above;

    /// <param name="clusters">Two or more clusters, none of them empty.</param>
    /// <param name="percent">The percentile, in percent.</param>
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

    /// <summary>Gets the same value as the center, because shares are not trimmed.</summary>
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

    // Returns the increase in the share of latencies above the limit, from the reference to the candidate, with its standard error.
    // The reference's limit is its percentile; the candidate's limit is that percentile times a ratio.
    private (double Center, double Error) Difference(double logarithm)
    {
        var limit = _percentile * Math.Exp(logarithm);
        double[] above = [.. _clusters.Select(c => c.Candidate.CountAbove(limit))];
        var (reference, candidate) = (_above.Sum() / _references, above.Sum() / _candidates);
        var squares = 0.0;
        for (var i = 0; i < above.Length; i++)
        {
            var influence = ((above[i] - (candidate * _clusters[i].Candidate.Count)) / _candidates)
                - ((_above[i] - (reference * _clusters[i].Reference.Count)) / _references);
            squares += influence * influence;
        }

        return (candidate - reference, Math.Sqrt(squares * above.Length / (above.Length - 1)));
    }

    // Finds the point up to which a condition holds.
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
