using System.Globalization;

namespace ThroughputKit.Running;

/// <summary>
/// Decides from slices of 100 ms whether the app is steady: no code is being compiled, and throughput has no trend.
/// Pure: slices in, decision and reason out.
/// </summary>
/// <param name="strays">The number of methods that may be compiled per half second in a steady app.</param>
internal sealed class SteadyState(long strays)
{
    /// <summary>The number of slices examined.</summary>
    public const int Slices = 10;

    // A smaller difference between the halves is not worth waiting for.
    private const double IgnoredTrend = 0.05;

    private readonly Queue<(long Completed, long? Methods)> _slices = new();

    /// <param name="completed">The number of responses completed in the slice.</param>
    /// <param name="methods">The number of methods compiled in the slice; <see langword="null"/> if unknown.</param>
    public (bool IsSteady, string Reason) Add(long completed, long? methods)
    {
        _slices.Enqueue((completed, methods));
        if (_slices.Count > Slices)
        {
            _slices.Dequeue();
        }

        return Decide();
    }

    private (bool IsSteady, string Reason) Decide()
    {
        if (_slices.Count < Slices)
        {
            return (false, "the warm-up was too short to tell");
        }

        var early = _slices.Take(Slices / 2).Select(s => (double)s.Completed).ToArray();
        var late = _slices.Skip(Slices / 2).Select(s => (double)s.Completed).ToArray();
        if (late.Sum() == 0)
        {
            return (false, "no response completed");
        }

        var latest = _slices.Skip(Slices / 2).Select(s => s.Methods).ToArray();
        if (latest.Contains(null))
        {
            return (false, "the app's process did not report in time how many methods it had compiled");
        }

        var methods = latest.Sum();
        if (methods > strays)
        {
            return (false, string.Create(CultureInfo.InvariantCulture, $"{methods} {(methods == 1 ? "method was" : "methods were")} compiled in the last half second"));
        }

        // Two standard errors of the difference between the halves' means. Counts are at least as noisy as a Poisson process.
        var mean = (early.Average() + late.Average()) / 2;
        var error = Math.Sqrt((Variance(early) + Variance(late)) / (Slices / 2));
        var trend = late.Average() - early.Average();
        return Math.Abs(trend) > Math.Max(IgnoredTrend * mean, 2 * error)
            ? (false, string.Create(CultureInfo.InvariantCulture, $"throughput changed by {trend / early.Average():+0%;-0%} within the last second"))
            : (true, "throughput had no trend and no code was being compiled");
    }

    private static double Variance(double[] values)
    {
        var mean = values.Average();
        return Math.Max(mean, values.Sum(v => (v - mean) * (v - mean)) / (values.Length - 1));
    }
}
