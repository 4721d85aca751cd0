namespace ThroughputKit.Probes;

/// <summary>The counters of a process at one moment. Taking those of this process allocates nothing.</summary>
internal readonly record struct ProcessSnapshot(
    long AllocatedBytes, long WorkingSet, int Gen0, int Gen1, int Gen2, TimeSpan Pause, TimeSpan Cpu)
{
    /// <summary>The order excludes the probe's own cost: allocated bytes are read last before the load, and first after it.</summary>
    public static ProcessSnapshot TakeBefore(WorkingSet workingSet)
    {
        var (gen0, gen1, gen2) = Collections();
        var used = workingSet.Read();
        var pause = GC.GetTotalPauseDuration();
        var cpu = Environment.CpuUsage.TotalTime;
        return new ProcessSnapshot(GC.GetTotalAllocatedBytes(precise: true), used, gen0, gen1, gen2, pause, cpu);
    }

    public static ProcessSnapshot TakeAfter(WorkingSet workingSet)
    {
        var allocated = GC.GetTotalAllocatedBytes(precise: true);
        var cpu = Environment.CpuUsage.TotalTime;
        var pause = GC.GetTotalPauseDuration();
        var (gen0, gen1, gen2) = Collections();
        return new ProcessSnapshot(allocated, workingSet.Read(), gen0, gen1, gen2, pause, cpu);
    }

    private static (int Gen0, int Gen1, int Gen2) Collections() =>
        (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
}
