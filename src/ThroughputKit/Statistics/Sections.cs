namespace ThroughputKit.Statistics;

/// <summary>Computes the confidence interval of a figure of a whole from the differences of the same figure between its parts.</summary>
/// <remarks>
/// The method of sectioning uses the parts' deviations from the figure of the whole, not from their mean, which is biased for percentiles.
/// S. Asmussen and P. W. Glynn, Stochastic Simulation: Algorithms and Analysis (2007), III.5b.
/// </remarks>
internal static class Sections
{
    /// <summary>The minimum number of parts. Fewer parts show nothing.</summary>
    public const int MinParts = 4;

    /// <param name="whole">The figure of the whole.</param>
    /// <param name="parts">The figure of each part.</param>
    /// <param name="shareOutside">The share of cases outside the interval on each side: 0.025 for a 95% interval.</param>
    /// <returns>The interval; <see langword="null"/> if there are too few parts.</returns>
    public static Interval? Of(double whole, IReadOnlyCollection<double> parts, double shareOutside)
    {
        if (Error(whole, parts) is not { } error)
        {
            return null;
        }

        var margin = error * StudentT.QuantileAbove(shareOutside, parts.Count - 1);
        return new Interval(whole - margin, whole + margin);
    }

    /// <summary>
    /// Returns an interval whose ends each come from the parts on their own side, as if the others mirrored them, and don't go beyond the outermost: however
    /// far some parts are on one side, they don't show that the figure may be on the other.
    /// </summary>
    /// <param name="whole">The figure of the whole.</param>
    /// <param name="parts">The figure of each part.</param>
    /// <param name="shareOutside">The share of cases outside the interval on each side: 0.025 for a 95% interval.</param>
    /// <returns>The interval; only the figure of the whole if there are too few parts.</returns>
    public static Interval OfEachSide(double whole, IReadOnlyCollection<double> parts, double shareOutside)
    {
        var (low, high) = (Reach(parts.Where(p => p < whole)), Reach(parts.Where(p => p > whole)));
        return new Interval(whole - low, whole + high);

        double Reach(IEnumerable<double> side)
        {
            double[] deviations = [.. side.Select(p => Math.Abs(p - whole))];
            return parts.Count < MinParts || deviations.Length == 0 ? 0 : Math.Min(
                deviations.Max(),
                Math.Sqrt(2 * deviations.Sum(d => d * d) / (parts.Count * (parts.Count - 1.0))) * StudentT.QuantileAbove(shareOutside, parts.Count - 1));
        }
    }

    /// <summary>Returns the standard error of the figure of the whole; <see langword="null"/> if there are too few parts.</summary>
    /// <param name="whole">The figure of the whole.</param>
    /// <param name="parts">The figure of each part.</param>
    public static double? Error(double whole, IReadOnlyCollection<double> parts) =>
        parts.Count < MinParts ? null : Math.Sqrt(parts.Sum(p => (p - whole) * (p - whole)) / (parts.Count * (parts.Count - 1.0)));
}
