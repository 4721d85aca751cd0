using ThroughputKit.Engines;
using ThroughputKit.Measurement;

namespace ThroughputKit.Running;

/// <summary>What was recorded of the window.</summary>
/// <param name="Recorded">All workers' recorders, merged.</param>
/// <param name="Examples">The first failures of each kind.</param>
/// <param name="Length">The window's length.</param>
/// <param name="WithDrain">The window and its drain, which the process's counters cover.</param>
/// <param name="WasCancelled">Whether it was cancelled.</param>
/// <param name="Kit">What this process did, without recorders that had to be made meanwhile.</param>
/// <param name="App">What the app's process did, which may be this one; <see langword="null"/> if it can't be known.</param>
/// <param name="WorkingSetPeak">The largest working set seen.</param>
/// <param name="Cost">What the engine's own threads took; <see langword="null"/> if it has none.</param>
/// <param name="HeapDelta">The growth of the managed heap, between full collections; <see langword="null"/> if it was cancelled or the app has gone.</param>
/// <param name="Batches">The window in parts.</param>
internal sealed record WindowOutcome(
    Recorder Recorded,
    IReadOnlyList<FailureExample> Examples,
    TimeSpan Length,
    TimeSpan WithDrain,
    bool WasCancelled,
    ProcessUse Kit,
    ProcessUse? App,
    long WorkingSetPeak,
    EngineCost? Cost,
    long? HeapDelta,
    IReadOnlyList<Batch> Batches)
{
    /// <summary>Gets what became of this process's thread pool; <see langword="null"/> if nobody looked.</summary>
    public PoolUse? Pool { get; init; }

    /// <summary>Gets what the machine had done in the quiet moments before it and after it.</summary>
    public (MachineLoad Before, MachineLoad After) Machine { get; init; }

    /// <summary>This stretch and a later one as one. What this one recorded is added to.</summary>
    public WindowOutcome Plus(WindowOutcome later)
    {
        Recorded.Add(later.Recorded);
        return new WindowOutcome(
            Recorded,
            [.. Examples, .. later.Examples],
            Length + later.Length,
            WithDrain + later.WithDrain,
            WasCancelled || later.WasCancelled,
            Kit.Plus(later.Kit),
            App is not null && later.App is not null ? App.Plus(later.App) : null,
            Math.Max(WorkingSetPeak, later.WorkingSetPeak),
            Cost is not null && later.Cost is not null ? Cost.Plus(later.Cost) : null,
            HeapDelta: null,
            [.. Batches, .. later.Batches]);
    }
}
