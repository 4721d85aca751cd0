namespace ThroughputKit.Running;

/// <summary>Decides from looks at the number of compiled methods whether code is still being compiled. Pure.</summary>
/// <remarks>
/// Quickly compiled code is slower and allocates more than optimized code. It is replaced in several steps, each of which begins 100 to 200 ms after the
/// last (tiered compilation). What looks is compiled in the same way, and counts. So it does little, on a thread that sleeps in between.
/// </remarks>
/// <param name="methods">The number of methods compiled before the first look; <see langword="null"/> if unknown.</param>
/// <param name="tolerated">The number of methods that may be compiled within the looks that must be quiet.</param>
/// <param name="looks">The number of consecutive looks that must be quiet together.</param>
/// <param name="trickle">The share of all methods so far that may be compiled within them, if that is more.</param>
internal sealed class CompilationIdle(long? methods, long tolerated, int looks = CompilationIdle.Looks, double trickle = 0)
{
    /// <summary>The number of looks that cover the delay before code is recompiled.</summary>
    public const int Looks = 5;

    private readonly long? _first = methods;
    private long? _last = methods;
    private long? _quietFrom = methods;
    private int _quiet;

    /// <summary>Gets the time between two looks.</summary>
    public static TimeSpan Look { get; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Gets the number of methods compiled so far; <see langword="null"/> if unknown.</summary>
    public long? Compiled => _last - _first;

    public bool IsQuiet => _quiet >= looks;

    /// <param name="now">The number of methods compiled by now; <see langword="null"/> if unknown, which doesn't count as quiet.</param>
    public void Add(long? now)
    {
        _last = now;
        var allowed = Math.Max(tolerated, (long)(trickle * Compiled.GetValueOrDefault()));
        (_quietFrom, _quiet) = now - _quietFrom <= allowed ? (_quietFrom, _quiet + 1) : (now, 0);
    }
}
