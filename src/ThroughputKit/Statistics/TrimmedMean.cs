namespace ThroughputKit.Statistics;

/// <summary>The mean of what is left when the smallest and the largest values are put aside, and how exactly it is known.</summary>
/// <remarks>
/// The standard error is that of J. W. Tukey and D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
/// location based on a single sample", Sankhya A 25 (1963): the winsorized standard deviation over (1 - 2 x share) sqrt(n), with as many
/// degrees of freedom as values are left, less one.
/// </remarks>
/// <param name="Center">The mean.</param>
/// <param name="StandardError">The standard error of it.</param>
/// <param name="DegreesOfFreedom">The degrees of freedom of that.</param>
internal readonly record struct TrimmedMean(double Center, double StandardError, int DegreesOfFreedom)
{
    /// <param name="values">Two or more.</param>
    /// <param name="share">The share of the values that is put aside at each end, below a half.</param>
    public static TrimmedMean Of(IReadOnlyCollection<double> values, double share)
    {
        double[] sorted = [.. values.Order()];
        var aside = (int)(share * sorted.Length);
        var left = sorted.AsSpan(aside, sorted.Length - (2 * aside));
        var (center, winsorized) = (Mean(left), WinsorizedVariance(left, aside));
        var error = Math.Sqrt(winsorized) * Math.Sqrt(sorted.Length) / left.Length;
        return new TrimmedMean(center, error, left.Length - 1);
    }

    /// <summary>The interval that holds the true value but for a share of cases on each side.</summary>
    /// <param name="shareOutside">The share on each side: 0.025 for an interval of 95%.</param>
    public Interval Within(double shareOutside)
    {
        var margin = StandardError * StudentT.QuantileAbove(shareOutside, DegreesOfFreedom);
        return new Interval(Center - margin, Center + margin);
    }

    private static double Mean(ReadOnlySpan<double> values)
    {
        var sum = 0.0;
        foreach (var value in values)
        {
            sum += value;
        }

        return sum / values.Length;
    }

    // What was put aside counts as the nearest value that was left.
    private static double WinsorizedVariance(ReadOnlySpan<double> left, int aside)
    {
        var count = left.Length + (2 * aside);
        var mean = ((Mean(left) * left.Length) + (aside * (left[0] + left[^1]))) / count;
        var squares = aside * (Square(left[0] - mean) + Square(left[^1] - mean));
        foreach (var value in left)
        {
            squares += Square(value - mean);
        }

        return squares / (count - 1);
    }

    private static double Square(double value) => value * value;
}
