namespace ThroughputKit.Execution;

/// <summary>Ends a test as skipped. xunit recognizes it by the beginning of its message.</summary>
internal sealed class SkippedException(string reason) : Exception(Token + reason)
{
    private const string Token = "$XunitDynamicSkip$";

    /// <summary>Returns whether an exception ends a test as skipped. Xunit's own exceptions count too.</summary>
    public static bool IsSkip(Exception e) => e.Message.StartsWith(Token, StringComparison.Ordinal);
}
