using System.Diagnostics;

namespace ThroughputKit.Running;

/// <summary>Measures one step after another.</summary>
internal sealed class Laps
{
    private long _last = Stopwatch.GetTimestamp();

    /// <summary>Ends a step.</summary>
    /// <returns>How long it took.</returns>
    public TimeSpan Next()
    {
        var (begun, now) = (_last, Stopwatch.GetTimestamp());
        _last = now;
        return Stopwatch.GetElapsedTime(begun, now);
    }
}
