namespace ThroughputKit.Running;

/// <summary>
/// Ensures that the app finds as many free pool threads at once as in production: one per core. Test hosts block some of the threads that
/// the pool provides without delay. Each further thread takes half a second.
/// </summary>
internal static class PoolRoom
{
    private const int MostTries = 8;

    // A free thread starts within microseconds, an injected one after half a second.
    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(25);
    private static readonly Lock _raising = new();

    /// <summary>Gets the highest minimum that the pool was given here; 0 if it was not changed.</summary>
    public static int Granted { get; private set; }

    /// <summary>Raises the pool's minimum by the number of blocked threads. The pool provides its minimum without delay.</summary>
    public static Task EnsureAsync() => RaiseUntilAsync(() => HasRoomAsync(Environment.ProcessorCount), Raise);

    /// <summary>Raises the minimum until there is room, or it has been tried often enough.</summary>
    /// <param name="hasRoom">Whether there is room.</param>
    /// <param name="raise">Raises the minimum.</param>
    internal static async Task RaiseUntilAsync(Func<Task<bool>> hasRoom, Action raise)
    {
        for (var tries = 0; tries < MostTries && !await hasRoom().ConfigureAwait(false); tries++)
        {
            raise();
        }
    }

    // Several runs may begin at once.
    private static void Raise()
    {
        lock (_raising)
        {
            ThreadPool.GetMinThreads(out var workers, out var completionPorts);
            var threads = Math.Max(workers, ThreadPool.ThreadCount) + 1;
            if (ThreadPool.SetMinThreads(threads, completionPorts))
            {
                Granted = Math.Max(Granted, threads);
            }
        }
    }

    /// <summary>Returns whether this many work items run at the same time.</summary>
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
