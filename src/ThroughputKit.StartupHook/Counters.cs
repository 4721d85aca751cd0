using System.Diagnostics;
using System.Reflection;

namespace ThroughputKit.StartupHooks;

/// <summary>This process's counters. Excludes the calling thread's own allocations for reading and sending them.</summary>
internal static class Counters
{
    // The runtime's own counter, in microseconds, exists since .NET 9. Before that, the system's counter is used, in hundredths of a second.
    private static readonly PropertyInfo? _usage = typeof(Environment).GetProperty("CpuUsage");
    private static readonly PropertyInfo? _totalTime = _usage?.PropertyType.GetProperty("TotalTime");

    /// <summary>Returns allocated bytes, collections of generations 0, 1 and 2, ticks of pauses, and ticks of processor time.</summary>
    public static long[] Read() =>
    [
        GC.GetTotalAllocatedBytes(precise: true) - GC.GetAllocatedBytesForCurrentThread(),
        GC.CollectionCount(0),
        GC.CollectionCount(1),
        GC.CollectionCount(2),
        GC.GetTotalPauseDuration().Ticks,
        ProcessorTime().Ticks,
    ];

    private static TimeSpan ProcessorTime()
    {
        if (_usage?.GetValue(null) is { } usage && _totalTime?.GetValue(usage) is TimeSpan total)
        {
            return total;
        }

        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }
}
