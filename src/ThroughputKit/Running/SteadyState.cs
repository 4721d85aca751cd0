using System.Globalization;

namespace ThroughputKit.Running;

/// <summary>
/// Decides from slices of 50 ms whether the app is steady: no code is being compiled, and throughput has no trend.
/// Pure: slices in, decision and reason out.
/// </summary>
/// <remarks>
/// What this class calls for each slice is compiled in several steps itself, and counts as compiled methods. So it calls little, and puts the reason into
/// words only when asked.
/// </remarks>
/// <param name="tolerated">The number of methods that may be compiled in half of the slices that are examined.</param>
internal sealed class SteadyState(long tolerated)
{
    /// <summary>The number of slices examined.</summary>
    public const int Slices = 10;

    private const int Half = Slices / 2;

    // A smaller difference between the halves is not worth waiting for.
    private const double IgnoredTrend = 0.05;

    private readonly long[] _completed = new long[Slices];
    private readonly long?[] _methods = new long?[Slices];
    private int _count;

    /// <summary>Gets the length of a slice.</summary>
    public static TimeSpan Slice { get; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Gets whether the app is steady.</summary>
    public bool IsSteady => _count >= Slices && Sum(_count - Half) > 0 && Methods <= tolerated && !HasTrend;

    /// <summary>Gets why the app is steady, or why it isn't.</summary>
    public string Reason
    {
        get
        {
            if (_count < Slices)
            {
                return "the warm-up was too short to tell";
            }

            if (Sum(_count - Half) == 0)
            {
                return "no response completed";
            }

            if (Methods is not { } methods)
            {
                return "the app's process did not report in time how many methods it had compiled";
            }

            if (methods > tolerated)
            {
                return string.Create(
                    CultureInfo.InvariantCulture,
                    $"{methods} {(methods == 1 ? "method was" : "methods were")} compiled in the last {(Slice * Half).TotalSeconds} s");
            }

            return !HasTrend ? "throughput had no trend and no code was being compiled" : string.Create(
                CultureInfo.InvariantCulture,
                $"throughput changed by {(double)Trend / Sum(_count - Slices):+0%;-0%} within the last {(Slice * Slices).TotalSeconds} s");
        }
    }

    /// <summary>Gets the number of methods compiled in the latest half of the slices; <see langword="null"/> if unknown.</summary>
    private long? Methods
    {
        get
        {
            long? sum = 0;
            for (var i = _count - Half; i < _count; i++)
            {
                sum += _methods[i % Slices];
            }

            return sum;
        }
    }

    private long Trend => Sum(_count - Half) - Sum(_count - Slices);

    // Two standard errors of the difference between the halves' means. Counts are at least as noisy as a Poisson process.
    private bool HasTrend
    {
        get
        {
            var mean = (double)(Sum(_count - Half) + Sum(_count - Slices)) / Slices;
            var error = Math.Sqrt((Variance(_count - Slices) + Variance(_count - Half)) / Half);
            return Math.Abs((double)Trend / Half) > Math.Max(IgnoredTrend * mean, 2 * error);
        }
    }

    /// <param name="completed">The number of responses completed in the slice.</param>
    /// <param name="methods">The number of methods compiled in the slice; <see langword="null"/> if unknown.</param>
    public void Add(long completed, long? methods)
    {
        (_completed[_count % Slices], _methods[_count % Slices]) = (completed, methods);
        _count++;
    }

    // Of half of the slices that are examined, from the one with this number on.
    private long Sum(int first)
    {
        long sum = 0;
        for (var i = first; i < first + Half; i++)
        {
            sum += _completed[i % Slices];
        }

        return sum;
    }

    private double Variance(int first)
    {
        var (mean, squares) = ((double)Sum(first) / Half, 0.0);
        for (var i = first; i < first + Half; i++)
        {
            squares += (_completed[i % Slices] - mean) * (_completed[i % Slices] - mean);
        }

        return Math.Max(mean, squares / (Half - 1));
    }
}
