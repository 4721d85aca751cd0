using System.Diagnostics;

namespace ThroughputKit.Probes;

/// <summary>Checks every 100 ms whether work is waiting for a thread of this process's pool. Allocates nothing.</summary>
internal sealed class PoolWatch : IWatched
{
    private readonly long _interval = Stopwatch.Frequency / 10;
    private long _next;
    private int _threads;
    private int _looks;
    private int _waiting;

    /// <summary>Discards the samples from before the window.</summary>
    public void Restart()
    {
        _threads = ThreadPool.ThreadCount;
        Volatile.Write(ref _looks, 0);
        Volatile.Write(ref _waiting, 0);
    }

    public void Watch(long now)
    {
        if (now >= _next)
        {
            _next = now + _interval;
            _waiting += ThreadPool.PendingWorkItemCount > 0 ? 1 : 0;
            Volatile.Write(ref _looks, _looks + 1);
        }
    }

    /// <summary>Returns the samples, in the quiet moment after the window.</summary>
    /// <param name="granted">The highest minimum that the kit has set for the pool.</param>
    public PoolUse Read(int granted)
    {
        ThreadPool.GetMinThreads(out var minimum, out _);
        return new PoolUse(
            minimum,
            granted,
            ThreadsBefore: _threads,
            ThreadsAfter: ThreadPool.ThreadCount,
            Looks: Volatile.Read(ref _looks),
            Waiting: Volatile.Read(ref _waiting),
            Pending: ThreadPool.PendingWorkItemCount);
    }
}
