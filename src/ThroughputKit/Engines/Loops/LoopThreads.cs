namespace ThroughputKit.Engines.Loops;

/// <summary>Decides how many threads create the load. The figures behind it are in docs/performance.md.</summary>
internal static class LoopThreads
{
    // A thread with few connections sleeps and wakes for each response. A second thread that does the same costs more than it
    // gains.
    private const int MinConnectionsOfEach = 16;

    // With fewer connections on a thread, io_uring has too little to do in each call.
    private const int MinConnectionsForUring = 16;

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

    /// <summary>Returns whether each thread has so many connections that io_uring costs less than epoll.</summary>
    public static bool HaveEnoughForUring(int connections, int threads) => connections >= threads * MinConnectionsForUring;
}
