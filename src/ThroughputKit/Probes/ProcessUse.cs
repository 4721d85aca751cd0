namespace ThroughputKit.Probes;

/// <summary>The activity of a process between two quiet moments. The working set itself is that at the end.</summary>
internal sealed record ProcessUse(
    long AllocatedBytes, long WorkingSetDelta, long WorkingSet, int Gen0, int Gen1, int Gen2, TimeSpan Pause, TimeSpan Cpu)
{
    /// <summary>Returns the difference; <see langword="null"/> if either snapshot is unknown.</summary>
    public static ProcessUse? Between(ProcessSnapshot? before, ProcessSnapshot? after) => before is not { } first || after is not { } last ? null : new(
        last.AllocatedBytes - first.AllocatedBytes,
        last.WorkingSet - first.WorkingSet,
        last.WorkingSet,

        // The runtime also counts a collection of a generation for all younger generations.
        last.Gen0 - first.Gen0 - (last.Gen1 - first.Gen1),
        last.Gen1 - first.Gen1 - (last.Gen2 - first.Gen2),
        last.Gen2 - first.Gen2,
        last.Pause - first.Pause,
        last.Cpu - first.Cpu);

    /// <summary>Returns the activity of this stretch and a later one combined.</summary>
    public ProcessUse Plus(ProcessUse later) => new(
        AllocatedBytes + later.AllocatedBytes,
        WorkingSetDelta + later.WorkingSetDelta,
        later.WorkingSet,
        Gen0 + later.Gen0,
        Gen1 + later.Gen1,
        Gen2 + later.Gen2,
        Pause + later.Pause,
        Cpu + later.Cpu);
}
