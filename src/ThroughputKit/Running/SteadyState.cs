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
/// <param name="tolerated">The number of methods that may be compiled, and the number that may wait for it, in half of the fewest slices.</param>
internal sealed class SteadyState(long tolerated)
{
    /// <summary>The minimum number of slices examined.</summary>
    public const int Slices = 10;

    // Noise halves with four times as many. Then whatever noise is left is the app's own.
    private const int MostSlices = 4 * Slices;

    private const int Half = Slices / 2;

    // A smaller difference between the halves is not worth waiting for.
    private const double IgnoredTrend = 0.05;

    // A larger one must not go unseen as noise.
    private const double UnseenTrend = 0.2;

    private readonly long[] _completed = new long[MostSlices];
    private readonly long?[] _methods = new long?[MostSlices];
    private long _owed;
    private int _count;

    /// <summary>Gets the length of a slice.</summary>
    public static TimeSpan Slice { get; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Gets whether the app is steady.</summary>
    public bool IsSteady => _count >= Slices && Sum(_count - Half, Half) > 0 && Methods <= tolerated && _owed <= tolerated && _count >= Examined && !HasTrend;

    /// <summary>Gets why the app is steady, or why it isn't.</summary>
    public string Reason
    {
        get
        {
            if (_count < Slices)
            {
                return "the warm-up was too short to tell";
            }

            if (Sum(_count - Half, Half) == 0)
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

            if (_owed > tolerated)
            {
                return string.Create(CultureInfo.InvariantCulture, $"{_owed} {(_owed == 1 ? "method was" : "methods were")} still to be optimized");
            }

            if (_count < Examined)
            {
                return "throughput varied too much to tell";
            }

            return !HasTrend ? "throughput had no trend and no code was being compiled" : string.Create(
                CultureInfo.InvariantCulture,
                $"throughput changed by {(double)Trend / Sum(_count - Examined, Examined / 2):+0%;-0%} within the last {(Slice * Examined).TotalSeconds} s");
        }
    }

    /// <summary>Gets the number of methods compiled in the latest slices; <see langword="null"/> if unknown.</summary>
    private long? Methods
    {
        get
        {
            long? sum = 0;
            for (var i = _count - Half; i < _count; i++)
            {
                sum += _methods[i % MostSlices];
            }

            return sum;
        }
    }

    // The number of slices that show a trend, if there have been that many.
    private int Examined
    {
        get
        {
            var slices = Slices;
            while (slices < MostSlices && slices <= _count && IsNoisy(slices))
            {
                slices *= 2;
            }

            return slices;
        }
    }

    private long Trend => Sum(_count - (Examined / 2), Examined / 2) - Sum(_count - Examined, Examined / 2);

    // Two standard errors of the difference between the halves' means. Counts are at least as noisy as a Poisson process.
    private bool HasTrend
    {
        get
        {
            var (slices, half) = (Examined, Examined / 2);
            return Math.Abs((double)Trend / half) > Math.Max(IgnoredTrend * Mean(_count - slices, slices), 2 * Error(slices, poisson: 1));
        }
    }

    /// <param name="completed">The number of responses completed in the slice.</param>
    /// <param name="methods">The number of methods compiled in the slice; <see langword="null"/> if unknown.</param>
    /// <param name="owed">The number of methods that wait to be optimized at its end.</param>
    public void Add(long completed, long? methods, long owed = 0)
    {
        (_completed[_count % MostSlices], _methods[_count % MostSlices], _owed) = (completed, methods, owed);
        _count++;
    }

    // Few responses are noisy by their number alone, which longer watching would hardly change.
    private bool IsNoisy(int slices) => 2 * Error(slices, poisson: -1) > UnseenTrend * Mean(_count - slices, slices);

    // The standard error of the difference between the halves' means: with the noise of a Poisson process at least (1), or without it (-1).
    private double Error(int slices, int poisson) =>
        Math.Sqrt((Variance(_count - slices, slices / 2, poisson) + Variance(_count - (slices / 2), slices / 2, poisson)) / (slices / 2));

    private long Sum(int first, int slices)
    {
        long sum = 0;
        for (var i = first; i < first + slices; i++)
        {
            sum += _completed[i % MostSlices];
        }

        return sum;
    }

    private double Mean(int first, int slices) => (double)Sum(first, slices) / slices;

    private double Variance(int first, int slices, int poisson)
    {
        var (mean, squares) = (Mean(first, slices), 0.0);
        for (var i = first; i < first + slices; i++)
        {
            squares += (_completed[i % MostSlices] - mean) * (_completed[i % MostSlices] - mean);
        }

        var variance = squares / (slices - 1);
        return poisson > 0 ? Math.Max(mean, variance) : Math.Max(0, variance - mean);
    }
}
