namespace ThroughputKit.Execution;

/// <summary>Ends a test as skipped. xunit v2 has no way to do this.</summary>
internal sealed class SkippedException(string reason) : Exception(reason);
