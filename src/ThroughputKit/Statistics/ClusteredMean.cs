namespace ThroughputKit.Statistics;

/// <summary>
/// The trimmed mean of clustered values, with its standard error. Values of one cluster may share an error. So the spread between clusters
/// counts, and there are as many degrees of freedom as clusters, less one.
/// </summary>
/// <remarks>
/// The influence of a value on the trimmed mean is its winsorized deviation over (1 - 2 x share): J. W. Tukey and
/// D. H. McLaughlin, "Less vulnerable confidence and significance procedures for location based on a single sample",
/// Sankhya A 25 (1963). The variance is that of the clusters' summed influences: K.-Y. Liang and S. L. Zeger,
/// "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986), with the factor k / (k - 1).
/// With one value per cluster, it is Tukey and McLaughlin's variance.
/// </remarks>
/// <param name="Center">The mean of the values that remain after the smallest and the largest are trimmed.</param>
/// <param name="Untrimmed">The mean of all values.</param>
/// <param name="StandardError">The standard error of the center.</param>
/// <param name="DegreesOfFreedom">The degrees of freedom of the standard error.</param>
internal sealed record ClusteredMean(double Center, double Untrimmed, double StandardError, int DegreesOfFreedom) : IEstimate
{
    /// <param name="clusters">Two or more clusters, none of them empty.</param>
    /// <param name="share">The share of the values that is trimmed at each end, below a half.</param>
    public static ClusteredMean Of(IReadOnlyCollection<double[]> clusters, double share)
    {
        double[] sorted = [.. clusters.SelectMany(c => c).Order()];
        var aside = (int)(share * sorted.Length);
        var left = sorted.Length - (2 * aside);
        var (low, high) = (sorted[aside], sorted[^(aside + 1)]);
        var winsorized = sorted.Average(v => Math.Clamp(v, low, high));
        var squares = clusters.Sum(c => Square(c.Sum(v => Math.Clamp(v, low, high) - winsorized)));
        var error = Math.Sqrt(squares * clusters.Count / (clusters.Count - 1)) / left;
        return new ClusteredMean(sorted.Skip(aside).Take(left).Average(), sorted.Average(), error, clusters.Count - 1);
    }

    /// <inheritdoc/>
    public Interval Within(double shareOutside)
    {
        var margin = StandardError * StudentT.QuantileAbove(shareOutside, DegreesOfFreedom);
        return new Interval(Center - margin, Center + margin);
    }

    private static double Square(double value) => value * value;
}
