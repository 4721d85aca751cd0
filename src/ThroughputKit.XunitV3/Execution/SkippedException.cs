namespace ThroughputKit.Execution;

/// <summary>Ends a test that counts as skipped, in the way that xunit knows by how its message begins.</summary>
internal sealed class SkippedException(string reason) : Exception(Token + reason)
{
    private const string Token = "$XunitDynamicSkip$";
}
