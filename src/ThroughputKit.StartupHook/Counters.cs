using System.Diagnostics;
using System.Reflection;
using System.Runtime;
using ThroughputKit.Probes;

namespace ThroughputKit.StartupHooks;

/// <summary>This process's counters. Excludes the calling thread's own allocations for reading and sending them.</summary>
internal sealed class Counters
{
    public const int MostFigures = 6;

    // The runtime's own counter, in microseconds, exists since .NET 9. Before that, the system's counter is used, in hundredths of a second.
    private static readonly PropertyInfo? _usage = typeof(Environment).GetProperty("CpuUsage");
    private static readonly PropertyInfo? _totalTime = _usage?.PropertyType.GetProperty("TotalTime");

    private readonly long[] _figures = new long[MostFigures];

    /// <summary>Returns allocated bytes, collections of generations 0, 1 and 2, ticks of pauses, and ticks of processor time.</summary>
    public ReadOnlySpan<long> Read()
    {
        _figures[0] = GC.GetTotalAllocatedBytes(precise: true) - GC.GetAllocatedBytesForCurrentThread();
        _figures[1] = GC.CollectionCount(0);
        _figures[2] = GC.CollectionCount(1);
        _figures[3] = GC.CollectionCount(2);
        _figures[4] = GC.GetTotalPauseDuration().Ticks;
        _figures[5] = ProcessorTime().Ticks;
        return _figures;
    }

    /// <summary>Returns the bytes of the managed heap after everything collectable was collected.</summary>
    public ReadOnlySpan<long> MeasureHeap()
    {
        _figures[0] = ManagedHeap.CollectAndMeasure();
        return _figures.AsSpan(0, 1);
    }

    /// <summary>Returns the number of compiled methods.</summary>
    public ReadOnlySpan<long> CountMethods()
    {
        _figures[0] = JitInfo.GetCompiledMethodCount();
        return _figures.AsSpan(0, 1);
    }

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
