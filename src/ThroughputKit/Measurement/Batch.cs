namespace ThroughputKit.Measurement;

/// <summary>What succeeded in a part of a window. How parts differ tells how exactly the whole is known.</summary>
/// <param name="Length">How long it was.</param>
/// <param name="Succeeded">How many requests succeeded.</param>
/// <param name="Mean">The mean latency in nanoseconds, of all that count in latency: after the window's end some drain, and some were never answered.</param>
/// <param name="P50">Their median latency in nanoseconds.</param>
/// <param name="P95">The 95th percentile of their latency in nanoseconds.</param>
/// <param name="P99">The 99th percentile of their latency in nanoseconds.</param>
internal readonly record struct Batch(TimeSpan Length, long Succeeded, double Mean, long P50, long P95, long P99)
{
    /// <summary>Gets how many latencies it has.</summary>
    public long Latencies { get; init; }

    /// <summary>Gets whether nothing is known of it.</summary>
    public bool IsEmpty => Succeeded == 0 && Latencies == 0;
}
