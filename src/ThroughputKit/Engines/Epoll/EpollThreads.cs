namespace ThroughputKit.Engines.Epoll;

/// <summary>How many threads make the load.</summary>
internal static class EpollThreads
{
    // A thread with few connections sleeps and wakes for each response; a second one that does the same costs more than
    // it brings. docs/performance.md has the figures.
    private const int LeastConnectionsOfEach = 16;

    /// <summary>One for each core, as long as each has connections enough.</summary>
    public static int For(int connections, int cores) => Math.Clamp(connections / LeastConnectionsOfEach, 1, cores);
}
