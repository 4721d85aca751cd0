using ThroughputKit.Watching;

namespace ThroughputKit.Running;

/// <summary>
/// Keeps tests from hanging with an app that has limited this process's thread pool and blocks all of its threads: what would end the run, such as
/// a timeout, needs one of them. While the pool may still grow, nothing is done.
/// </summary>
internal sealed class PoolRescue : IWatched
{
    private const int LooksUntilStuck = 5;
    private const int Growth = 4;

    private static readonly TimeSpan _interval = TimeSpan.FromSeconds(1);

    private int _stuck;
    private long _completed = -1;

    private PoolRescue()
    {
    }

    /// <summary>Begins to look, until what is returned is disposed.</summary>
    public static Watcher Begin() => new(_interval, new PoolRescue());

    public void Watch(long now)
    {
        ThreadPool.GetMaxThreads(out var most, out var completionPorts);
        var completed = ThreadPool.CompletedWorkItemCount;
        _stuck = ThreadPool.ThreadCount >= most && ThreadPool.PendingWorkItemCount > 0 && completed == _completed ? _stuck + 1 : 0;
        _completed = completed;
        if (_stuck >= LooksUntilStuck)
        {
            _stuck = 0;
            ThreadPool.SetMaxThreads(Growth * most, completionPorts);
            PoolRoom.Grant(Growth * most);
        }
    }
}
