namespace ThroughputKit.Statistics;

/// <summary>How exactly a figure is known from one to three runs, which differ by more than the parts of one run do.</summary>
/// <remarks>
/// One run can't show how runs differ, and three show little of it. So the variance between the runs is combined with one that was recorded
/// before, which counts as so many more degrees of freedom: the moderated t statistic of G. K. Smyth, "Linear models and empirical Bayes methods for
/// assessing differential expression in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), article 3.
/// It works on logarithms, because figures vary in proportion, with deviations from the figure of the whole, as <see cref="Sections"/> does.
/// </remarks>
internal static class BetweenRuns
{
    // Runs in a row of one app on one machine had a coefficient of variation of 5 to 15%.
    private const double Recorded = 0.1;

    // With four, a figure at its limit is found within it in 2.2% of tests where the coefficient is 15% (0.1% at 10%); with seven, in 4.8%.
    private const int RecordedDegreesOfFreedom = 4;

    /// <param name="whole">The figure of all runs together.</param>
    /// <param name="runs">The figure of each run; one or more.</param>
    /// <param name="errorWithin">The standard error of the whole as the parts of the runs show it, as a share of the whole.</param>
    /// <param name="shareOutside">The share of cases that lie outside on each side.</param>
    /// <returns>The interval. Nothing is known of figures that aren't above zero, which have no logarithm.</returns>
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
