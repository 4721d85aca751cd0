using System.Diagnostics;

namespace ThroughputKit.Running;

/// <summary>Measures the duration of consecutive steps.</summary>
internal sealed class StepTimer
{
    private long _last = Stopwatch.GetTimestamp();

    /// <summary>Ends a step.</summary>
    /// <returns>The duration of the step.</returns>
    public TimeSpan Lap()
    {
        var (begun, now) = (_last, Stopwatch.GetTimestamp());
        _last = now;
        return Stopwatch.GetElapsedTime(begun, now);
    }
}
