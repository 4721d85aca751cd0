namespace ThroughputKit.Running;

/// <summary>
/// Sees to it that the app finds as many free pool threads at once as it would in production: one a core. Test hosts
/// block some of those that the pool gives without delay, and for each further one it takes half a second.
/// </summary>
internal static class PoolRoom
{
    private const int MostTries = 8;

    // A free thread begins within microseconds, an injected one after half a second.
    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(25);

    /// <summary>Gets the highest minimum that the pool has been given here; 0 if it was left as it is.</summary>
    public static int Granted { get; private set; }

    /// <summary>Raises the pool's minimum, which is given without delay, by as many threads as are blocked.</summary>
    public static async Task EnsureAsync()
    {
        for (var tries = 0; tries < MostTries && !await HasRoomAsync(Environment.ProcessorCount).ConfigureAwait(false); tries++)
        {
            ThreadPool.GetMinThreads(out var workers, out _);
            Grant(Math.Max(workers, ThreadPool.ThreadCount) + 1);
        }
    }

    /// <summary>Has the pool give so many threads without delay, if it may.</summary>
    public static void Grant(int threads)
    {
        ThreadPool.GetMinThreads(out _, out var completionPorts);
        if (ThreadPool.SetMinThreads(threads, completionPorts))
        {
            Granted = Math.Max(Granted, threads);
        }
    }

    /// <summary>Tries whether so many work items run at the same time.</summary>
    private static async Task<bool> HasRoomAsync(int count)
    {
        using var all = new ManualResetEventSlim();
        var running = 0;
        await Task.WhenAll(Enumerable.Range(0, count).Select(_ => Task.Run(Meet))).ConfigureAwait(false);
        return all.IsSet;

        void Meet()
        {
            if (Interlocked.Increment(ref running) == count)
            {
                all.Set();
            }

            if (!all.Wait(_patience))
            {
                Interlocked.Decrement(ref running);
            }
        }
    }
}
