using System.Diagnostics;
using System.Reflection;
using System.Runtime;
using ThroughputKit.Measurement;

namespace ThroughputKit.StartupHooks;

/// <summary>This process's counters. What the calling thread has allocated itself, to read them and send them, is left out.</summary>
internal sealed class Counters
{
    public const int MostFigures = 6;

    // The runtime's own, in microseconds, is there from .NET 9 on; before that the system's, in hundredths of a second.
    private static readonly PropertyInfo? _usage = typeof(Environment).GetProperty("CpuUsage");
    private static readonly PropertyInfo? _totalTime = _usage?.PropertyType.GetProperty("TotalTime");

    private readonly long[] _figures = new long[MostFigures];

    /// <summary>Allocated bytes, collections of generations 0, 1 and 2, ticks of pauses, and ticks of processor time.</summary>
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

    /// <summary>The bytes of the managed heap once everything that can go has gone.</summary>
    public ReadOnlySpan<long> MeasureHeap()
    {
        _figures[0] = ManagedHeap.CollectAndMeasure();
        return _figures.AsSpan(0, 1);
    }

    /// <summary>How many methods have been compiled.</summary>
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
