namespace ThroughputKit.Statistics;

/// <summary>
/// The confidence interval of a median, from order statistics: it needs no assumption about the distribution (Conover, Practical Nonparametric
/// Statistics, the quantile test).
/// </summary>
internal static class MedianInterval
{
    private const double OutsideOnEachSide = 0.025;

    /// <returns>The 95% interval; unbounded with fewer than six values, which can't give one.</returns>
    public static Interval Of(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values.Order()];
        var cut = 0;
        var (term, below) = (Math.Pow(0.5, sorted.Length), 0.0); // binomial probabilities
        while (below + term <= OutsideOnEachSide)
        {
            below += term;
            cut++;
            term *= (double)(sorted.Length - cut + 1) / cut;
        }

        return cut == 0 ? new Interval(double.NegativeInfinity, double.PositiveInfinity) : new Interval(sorted[cut - 1], sorted[^cut]);
    }
}
