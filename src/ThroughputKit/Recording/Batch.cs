namespace ThroughputKit.Recording;

/// <summary>
/// One part of a window. The differences between parts show how precise the figures of the whole are. Latencies are in nanoseconds, and include those of
/// requests that drained after the window's end and the waits of requests that were never answered; successes don't.
/// </summary>
internal readonly record struct Batch(TimeSpan Length, long Succeeded, double Mean, long P50, long P95, long P99)
{
    public long P90 { get; init; }

    public long P999 { get; init; }

    /// <summary>Gets the number of latencies.</summary>
    public long Latencies { get; init; }

    /// <summary>
    /// Gets whether nothing had failed and nothing was in flight when it was read, or, for the last one, the one before: if nothing succeeded in it either,
    /// users paused rather than waited.
    /// </summary>
    public bool IsIdle { get; init; }

    public bool IsEmpty => Succeeded == 0 && Latencies == 0;
}
