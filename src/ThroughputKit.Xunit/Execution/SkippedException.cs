namespace ThroughputKit.Execution;

/// <summary>Ends a test that counts as skipped: xunit v2 knows no such end.</summary>
internal sealed class SkippedException(string reason) : Exception(reason);
