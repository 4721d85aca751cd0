namespace ThroughputKit.Execution;

/// <summary>Ends a test that counts as skipped, in the way that xunit knows by how its message begins.</summary>
internal sealed class SkippedException(string reason) : Exception(Token + reason)
{
    private const string Token = "$XunitDynamicSkip$";

    /// <summary>Whether an exception, xunit's own among them, ends a test as skipped.</summary>
    public static bool IsSkip(Exception e) => e.Message.StartsWith(Token, StringComparison.Ordinal);
}
