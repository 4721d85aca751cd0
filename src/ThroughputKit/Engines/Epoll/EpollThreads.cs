namespace ThroughputKit.Engines.Epoll;

/// <summary>How many threads make the load. docs/performance.md has the figures behind it.</summary>
internal static class EpollThreads
{
    // A thread with few connections sleeps and wakes for each response; a second one that does the same costs more than
    // it brings.
    private const int LeastConnectionsOfEach = 16;

    // What one thread sends with some time to spare.
    private const double MostRateOfEach = 80_000;

    /// <summary>
    /// One for each core, as long as each has connections enough. At a set rate no more than the rate needs: each further
    /// one would wait for a core when its requests are due.
    /// </summary>
    public static int For(int connections, double? highestRate, int cores)
    {
        var most = Math.Clamp(connections / LeastConnectionsOfEach, 1, cores);
        return highestRate is null ? most : (int)Math.Clamp(Math.Ceiling(highestRate.Value / MostRateOfEach), 1, most);
    }
}
