namespace ThroughputKit.Engines.Epoll;

/// <summary>Decides how many threads create the load. The figures behind it are in docs/performance.md.</summary>
internal static class EpollThreads
{
    // A thread with few connections sleeps and wakes for each response. A second thread that does the same costs more than it
    // gains.
    private const int MinConnectionsOfEach = 16;

    // The rate that one thread sends with some time to spare.
    private const double MaxRateOfEach = 80_000;

    /// <summary>
    /// Returns one thread per core, as long as each has enough connections. At a set rate, returns no more threads than the rate
    /// needs: each further thread would wait for a core when its requests are due.
    /// </summary>
    public static int For(int connections, double? highestRate, int cores)
    {
        var most = Math.Clamp(connections / MinConnectionsOfEach, 1, cores);
        return highestRate is null ? most : (int)Math.Clamp(Math.Ceiling(highestRate.Value / MaxRateOfEach), 1, most);
    }
}
