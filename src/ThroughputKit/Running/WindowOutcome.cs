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
/// <param name="Pool">What became of this process's thread pool.</param>
/// <param name="MachineBefore">What the machine had done in the quiet moment before it.</param>
/// <param name="MachineAfter">What it had done in the quiet moment after it.</param>
/// <param name="HeapDelta">The growth of the managed heap, between full collections; <see langword="null"/> if it was cancelled or the app has gone.</param>
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
    PoolUse Pool,
    MachineLoad MachineBefore,
    MachineLoad MachineAfter,
    long? HeapDelta);
