namespace ThroughputKit.Running;

/// <summary>The allocations of one short window of load.</summary>
/// <param name="AllocatedBytes">The bytes that the process allocated.</param>
/// <param name="Completed">The number of complete responses.</param>
/// <param name="Sent">The number of requests started.</param>
/// <param name="Failed">The number of failed requests.</param>
/// <param name="Length">The time in which the bytes were allocated.</param>
internal readonly record struct AllocationWindow(long AllocatedBytes, long Completed, long Sent, long Failed, TimeSpan Length);
