namespace ThroughputKit.Statistics;

/// <summary>How exactly a figure of a whole is known, by how the same figure differs between parts of it.</summary>
/// <remarks>
/// The method of sectioning: the parts' deviations from the figure of the whole, rather than from their mean, which for percentiles is biased.
/// S. Asmussen and P. W. Glynn, Stochastic Simulation: Algorithms and Analysis (2007), III.5b.
/// </remarks>
internal static class Sections
{
    /// <summary>With fewer parts nothing can be said.</summary>
    public const int Fewest = 4;

    /// <param name="whole">The figure of the whole.</param>
    /// <param name="parts">The figure of each part.</param>
    /// <param name="shareOutside">The share of cases that lie outside on each side: 0.025 for an interval of 95%.</param>
    /// <returns>The interval; <see langword="null"/> with too few parts.</returns>
    public static Interval? Of(double whole, IReadOnlyCollection<double> parts, double shareOutside)
    {
        if (Error(whole, parts) is not { } error)
        {
            return null;
        }

        var margin = error * StudentT.QuantileAbove(shareOutside, parts.Count - 1);
        return new Interval(whole - margin, whole + margin);
    }

    /// <summary>The standard error of the figure of the whole; <see langword="null"/> with too few parts.</summary>
    /// <param name="whole">The figure of the whole.</param>
    /// <param name="parts">The figure of each part.</param>
    public static double? Error(double whole, IReadOnlyCollection<double> parts) =>
        parts.Count < Fewest ? null : Math.Sqrt(parts.Sum(p => (p - whole) * (p - whole)) / (parts.Count * (parts.Count - 1.0)));
}
