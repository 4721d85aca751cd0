namespace ThroughputKit;

/// <summary>
/// What the window did to the memory of the process that the app runs in: this one, or its own for
/// <see cref="LoadTest.ForPublished"/>. <see langword="null"/> everywhere for an app that the kit only knows the address of, or
/// whose process has ended or did not answer, because the test's own figures would say nothing about it.
/// </summary>
public sealed record MemoryFigures
{
    internal static MemoryFigures NotAvailable { get; } = new();

    /// <summary>Gets whether the figures are known.</summary>
    public bool IsAvailable => AllocatedBytes is not null;

    /// <summary>Gets the bytes that the process allocated within the window and its drain.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>
    /// Gets the allocated bytes divided by the complete responses. The generator allocates next to nothing for a request,
    /// so this is the app's figure. <see langword="null"/> without a complete response.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the allocated bytes as a gate judges them, measured in windows of their own. <see langword="null"/> where no gate
    /// asks for them, and for a run without a warm-up.
    /// </summary>
    public AllocationFigures? Allocation { get; init; }

    /// <summary>Gets by how many bytes the managed heap grew, between full collections before and after.</summary>
    public long? ManagedHeapDelta { get; init; }

    /// <summary>Gets by how many bytes the process's working set grew within the window and its drain.</summary>
    public long? WorkingSetDelta { get; init; }

    /// <summary>Gets the largest working set seen, in bytes, sampled every 100 ms.</summary>
    public long? WorkingSetPeak { get; init; }

    /// <summary>Gets how many collections of generation 0 alone the window caused.</summary>
    public int? Gen0Collections { get; init; }

    /// <summary>Gets how many collections of generation 1 the window caused.</summary>
    public int? Gen1Collections { get; init; }

    /// <summary>Gets how many collections of generation 2 the window caused.</summary>
    public int? Gen2Collections { get; init; }

    /// <summary>Gets how long collections paused the process.</summary>
    public TimeSpan? PauseTime { get; init; }
}
