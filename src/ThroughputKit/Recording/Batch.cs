namespace ThroughputKit.Recording;

/// <summary>One part of a window. The differences between parts show how precise the figures of the whole are.</summary>
/// <param name="Length">The length of the part.</param>
/// <param name="Succeeded">The number of requests that succeeded.</param>
/// <param name="Mean">The mean latency in nanoseconds, including requests that drained after the window's end and requests that were never answered.</param>
/// <param name="P50">The median of these latencies in nanoseconds.</param>
/// <param name="P95">The 95th percentile of these latencies in nanoseconds.</param>
/// <param name="P99">The 99th percentile of these latencies in nanoseconds.</param>
internal readonly record struct Batch(TimeSpan Length, long Succeeded, double Mean, long P50, long P95, long P99)
{
    /// <summary>Gets the number of latencies.</summary>
    public long Latencies { get; init; }

    /// <summary>Gets whether it has no data.</summary>
    public bool IsEmpty => Succeeded == 0 && Latencies == 0;
}
