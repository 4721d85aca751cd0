namespace ThroughputKit.Measurement;

/// <summary>What one short window of load allocated.</summary>
/// <param name="AllocatedBytes">The bytes that the process allocated.</param>
/// <param name="Completed">The whole responses.</param>
/// <param name="Sent">The requests that were begun.</param>
/// <param name="Failed">The requests that failed.</param>
/// <param name="Length">The time that the bytes belong to.</param>
internal readonly record struct AllocationWindow(long AllocatedBytes, long Completed, long Sent, long Failed, TimeSpan Length);
