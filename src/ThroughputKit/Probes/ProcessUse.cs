namespace ThroughputKit.Probes;

/// <summary>The activity of a process between two quiet moments.</summary>
internal sealed record ProcessUse
{
    public required long AllocatedBytes { get; init; }

    public required long WorkingSetDelta { get; init; }

    /// <summary>Gets the working set at the end.</summary>
    public required long WorkingSet { get; init; }

    public required int Gen0 { get; init; }

    public required int Gen1 { get; init; }

    public required int Gen2 { get; init; }

    public required TimeSpan Pause { get; init; }

    public required TimeSpan Cpu { get; init; }

    /// <summary>Returns the difference; <see langword="null"/> if either snapshot is unknown.</summary>
    public static ProcessUse? Between(ProcessSnapshot? before, ProcessSnapshot? after) =>
        before is { } first && after is { } last ? Between(first, last) : null;

    /// <summary>Returns the activity of this stretch and a later one combined.</summary>
    public ProcessUse Plus(ProcessUse later) => new()
    {
        AllocatedBytes = AllocatedBytes + later.AllocatedBytes,
        WorkingSetDelta = WorkingSetDelta + later.WorkingSetDelta,
        WorkingSet = later.WorkingSet,
        Gen0 = Gen0 + later.Gen0,
        Gen1 = Gen1 + later.Gen1,
        Gen2 = Gen2 + later.Gen2,
        Pause = Pause + later.Pause,
        Cpu = Cpu + later.Cpu,
    };

    private static ProcessUse Between(ProcessSnapshot before, ProcessSnapshot after) => new()
    {
        AllocatedBytes = after.AllocatedBytes - before.AllocatedBytes,
        WorkingSetDelta = after.WorkingSet - before.WorkingSet,
        WorkingSet = after.WorkingSet,

        // The runtime also counts a collection of a generation for all younger generations.
        Gen0 = after.Gen0 - before.Gen0 - (after.Gen1 - before.Gen1),
        Gen1 = after.Gen1 - before.Gen1 - (after.Gen2 - before.Gen2),
        Gen2 = after.Gen2 - before.Gen2,
        Pause = after.Pause - before.Pause,
        Cpu = after.Cpu - before.Cpu,
    };
}
