namespace ThroughputKit.Requests.Data;

/// <summary>
/// Gives each request, or each pass of a chain, a number of its own. Shared by all connections, and by all runs of a test. A connection takes a few numbers
/// at a time, so that connections seldom meet here; those that it doesn't need are left out.
/// </summary>
internal sealed class RequestNumbers
{
    /// <summary>What stands for the number before a connection's first.</summary>
    public const long None = -1;

    private const int AtATime = 16;

    private long _next;

    /// <summary>Returns the number that follows a connection's last one.</summary>
    public long After(long last) => (last + 1) % AtATime != 0 ? last + 1 : Interlocked.Add(ref _next, AtATime) - AtATime;
}
