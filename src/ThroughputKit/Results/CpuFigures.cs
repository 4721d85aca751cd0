namespace ThroughputKit;

/// <summary>
/// Processor time, of this process within the window and its drain: the app's and the generator's together when the app
/// runs in this process, the generator's alone when it runs elsewhere.
/// </summary>
public sealed record CpuFigures
{
    /// <summary>Gets the processor time of this process, over all cores.</summary>
    public required TimeSpan ProcessTime { get; init; }

    /// <summary>Gets the processor time divided by the complete responses; <see langword="null"/> without one.</summary>
    public TimeSpan? TimePerRequest { get; init; }

    /// <summary>Gets the mean number of cores that were busy for this process.</summary>
    public required double BusyCores { get; init; }
}
