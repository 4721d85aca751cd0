using ThroughputKit.Engines;
using ThroughputKit.Probes;
using ThroughputKit.Recording;

namespace ThroughputKit.Running;

/// <summary>The recordings and counters of the window.</summary>
/// <param name="Recorded">The merged recorders of all workers.</param>
/// <param name="Examples">The first failures of each kind.</param>
/// <param name="Length">The length of the window.</param>
/// <param name="WithDrain">The length of the window and its drain, which the process's counters cover.</param>
/// <param name="WasCancelled">Whether the window was cancelled.</param>
/// <param name="Kit">The activity of this process, without what the kit itself allocated during the window: recorders, and what reads collections.</param>
/// <param name="App">The activity of the app's process, which may be this one; <see langword="null"/> if unknown.</param>
/// <param name="WorkingSetPeak">The largest working set observed, in bytes.</param>
/// <param name="Cost">The cost of the engine's own threads; <see langword="null"/> if it has none.</param>
/// <param name="HeapDelta">
/// The growth of the managed heap, between full collections; <see langword="null"/> if the window was cancelled or the app has gone.
/// </param>
/// <param name="Batches">The batches of the window.</param>
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
    /// <summary>Gets the output of the app in the window; <see langword="null"/> if it printed little, or that isn't known.</summary>
    public LoggingFigures? Logging { get; init; }

    /// <summary>Gets the use of this process's thread pool; <see langword="null"/> if it was not watched.</summary>
    public PoolUse? Pool { get; init; }

    /// <summary>Gets the collections over time, and the sizes of generations; <see langword="null"/> if they were not followed.</summary>
    public Slots<HeapSlot>? Heap { get; init; }

    /// <summary>Gets the number of connections that sent requests and got no response to any.</summary>
    public int UnservedConnections { get; init; } = Recorded.UnservedConnections;

    /// <summary>Gets the machine's counters in the quiet moments before and after the window.</summary>
    public (MachineLoad Before, MachineLoad After) Machine { get; init; }

    /// <summary>
    /// Returns this stretch as one that lasts until its last requests end, and counts them. Windows that are about as short as their requests say little
    /// without them.
    /// </summary>
    /// <param name="length">The mean time until the last request of a connection ends.</param>
    public WindowOutcome UntilLastEnded(TimeSpan length)
    {
        Recorded.CountDrained();
        return this with { Length = length };
    }

    /// <summary>Returns this stretch and a later one combined. Adds the later recordings to this one's recorder.</summary>
    public WindowOutcome Plus(WindowOutcome later)
    {
        var unserved = Math.Min(UnservedConnections, later.UnservedConnections); // in every stretch; which ones isn't known
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
            [.. Batches, .. later.Batches])
        { UnservedConnections = unserved };
    }
}
