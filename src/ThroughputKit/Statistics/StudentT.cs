namespace ThroughputKit.Statistics;

/// <summary>Student's t distribution with a whole number of degrees of freedom.</summary>
/// <remarks>
/// The share within an interval is a finite sum for whole degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical
/// Functions, 26.7.3 and 26.7.4. The quantile is its inverse, by bisection.
/// </remarks>
internal static class StudentT
{
    // Halves an interval of less than two down to the resolution of a double.
    private const int Halvings = 60;

    /// <summary>Returns the value with a given share of the distribution above it.</summary>
    /// <param name="share">Above zero, at most a half.</param>
    /// <param name="degreesOfFreedom">At least one.</param>
    public static double QuantileAbove(double share, int degreesOfFreedom)
    {
        var (low, high) = (0.0, Math.PI / 2);
        for (var i = 0; i < Halvings; i++)
        {
            var middle = (low + high) / 2;
            (low, high) = (1 - ShareWithin(middle, degreesOfFreedom)) / 2 > share ? (middle, high) : (low, middle);
        }

        return Math.Tan((low + high) / 2) * Math.Sqrt(degreesOfFreedom);
    }

    // Returns the share with |T| <= t, from the angle whose tangent is t / sqrt(degrees of freedom).
    private static double ShareWithin(double angle, int degreesOfFreedom)
    {
        var (sine, cosine) = Math.SinCos(angle);
        var isOdd = degreesOfFreedom % 2 == 1;
        var term = isOdd ? cosine : 1;
        var sum = degreesOfFreedom == 1 ? 0 : term;
        for (var i = isOdd ? 3 : 2; i < degreesOfFreedom; i += 2)
        {
            term *= cosine * cosine * (i - 1) / i;
            sum += term;
        }

        return isOdd ? 2 / Math.PI * (angle + (sine * sum)) : sine * sum;
    }
}
