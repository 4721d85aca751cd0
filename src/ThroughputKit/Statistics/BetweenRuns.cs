namespace ThroughputKit.Statistics;

/// <summary>Computes the confidence interval of a figure from one or more runs, which differ by more than the parts of one run do.</summary>
/// <remarks>
/// One run can't show how runs differ, and a few show little of it. So the variance between the runs is combined with a variance recorded earlier, which
/// counts as a number of additional degrees of freedom: the moderated t statistic of G. K. Smyth, "Linear models and empirical Bayes methods for
/// assessing differential expression in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), article 3.
/// It uses logarithms, because figures vary in proportion. The deviations are from the figure of the whole, as in <see cref="Sections"/>.
/// </remarks>
internal static class BetweenRuns
{
    // Consecutive runs of one app on one machine had a coefficient of variation of 5 to 15%.
    private const double Recorded = 0.1;

    // With four degrees of freedom, a figure at its limit is found within it in 2.2% of tests if the coefficient is 15% (0.1% at 10%).
    // With seven, it is 4.8%.
    private const int RecordedDegreesOfFreedom = 4;

    /// <param name="whole">The figure of all runs together.</param>
    /// <param name="runs">The figure of each run; one or more.</param>
    /// <param name="errorWithin">The standard error of the whole, estimated from the parts of the runs, as a share of the whole.</param>
    /// <param name="shareOutside">The share of cases outside the interval on each side.</param>
    /// <returns>The interval. It is unbounded above for figures that aren't above zero: they have no logarithm, so nothing is known of them.</returns>
    public static Interval Of(double whole, IReadOnlyCollection<double> runs, double errorWithin, double shareOutside)
    {
        if (!(whole > 0) || runs.Any(r => !(r > 0)))
        {
            return new Interval(0, double.PositiveInfinity);
        }

        var seen = runs.Count - 1;
        var squares = seen == 0 ? 0 : runs.Sum(r => Square(Math.Log(r / whole))); // a single run is the whole
        var variance = (squares + (RecordedDegreesOfFreedom * Square(Recorded))) / (seen + RecordedDegreesOfFreedom);
        var error = Math.Sqrt((variance / runs.Count) + Square(errorWithin));
        var factor = Math.Exp(error * StudentT.QuantileAbove(shareOutside, seen + RecordedDegreesOfFreedom));
        return new Interval(whole / factor, whole * factor);
    }

    private static double Square(double value) => value * value;
}
