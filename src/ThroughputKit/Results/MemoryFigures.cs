namespace ThroughputKit;

/// <summary>
/// The effect of the window on the memory of the app's process: this one, or the app's own for <see cref="LoadTest.ForPublished"/>. Every figure is
/// <see langword="null"/> for an app of which the kit knows only the address, or whose process has ended or did not answer, because the test's own figures
/// would say nothing about the app; and for a scenario and an app in one process.
/// </summary>
public sealed record MemoryFigures
{
    internal MemoryFigures()
    {
    }

    /// <summary>How many bytes of a heap's growth may be noise.</summary>
    internal const int HeapNoise = 16 * 1024;

    internal static MemoryFigures NotAvailable { get; } = new();

    /// <summary>Gets the figures of a load by the framework's client in the app's own process.</summary>
    internal static MemoryFigures OfClient { get; } = new()
    {
        WhyNotAvailable = "what the load's clients and code allocate can't be told apart from what the app does. Load it with LoadTest.ForPublished",
    };

    /// <summary>Gets why the figures are not known, if that isn't the app's fault.</summary>
    internal string? WhyNotAvailable { get; init; }

    /// <summary>Gets whether the figures are known.</summary>
    public bool IsAvailable => AllocatedBytes is not null;

    /// <summary>Gets the number of bytes that the process allocated within the window and its drain.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>
    /// Gets the allocated bytes divided by the number of complete responses. The generator allocates next to nothing per request, so this is the app's
    /// figure. <see langword="null"/> if there was no complete response.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the allocated bytes that a gate judges, measured in separate windows. <see langword="null"/> if no gate needs them, and for a run without a
    /// warm-up.
    /// </summary>
    public AllocationFigures? Allocation { get; init; }

    /// <summary>
    /// Gets the bytes that the managed heap keeps for each request, measured in separate stretches of load. <see langword="null"/> if no gate needs them, and
    /// for a run without a warm-up.
    /// </summary>
    public RetentionFigures? Retention { get; init; }

    /// <summary>Gets the most exact bytes per request: of separate windows if there were any, even if those didn't agree.</summary>
    internal double? BytesPerRequest => Allocation is { } separate ? separate.BytesPerRequest : AllocatedBytesPerRequest;

    /// <summary>Gets the growth of the managed heap in bytes, between full collections before and after. Less than 16 KB is noise.</summary>
    public long? ManagedHeapDelta { get; init; }

    /// <summary>Gets the growth of the process's working set in bytes, within the window and its drain.</summary>
    public long? WorkingSetDelta { get; init; }

    /// <summary>Gets the maximum working set in bytes, sampled every 100 ms.</summary>
    public long? WorkingSetPeak { get; init; }

    /// <summary>Gets the number of collections of generation 0 alone that the window caused.</summary>
    public int? Gen0Collections { get; init; }

    /// <summary>Gets the number of generation 1 collections that the window caused.</summary>
    public int? Gen1Collections { get; init; }

    /// <summary>Gets the number of generation 2 collections that the window caused.</summary>
    public int? Gen2Collections { get; init; }

    /// <summary>Gets the time for which collections paused the process.</summary>
    public TimeSpan? PauseTime { get; init; }
}
