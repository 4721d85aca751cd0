namespace ThroughputKit.Running;

/// <summary>
/// Keeps tests from hanging with an app that has limited this process's thread pool and blocks all of its threads: what would end the run, such as
/// a timeout, needs one of them. On a thread of its own. While the pool may still grow, nothing is done.
/// </summary>
internal sealed class PoolRescue : IDisposable
{
    private const int LooksUntilStuck = 5;
    private const int Growth = 4;

    private static readonly TimeSpan _interval = TimeSpan.FromSeconds(1);

    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;

    public PoolRescue()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "ThroughputKit pool rescue" };
        _thread.Start();
    }

    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Run()
    {
        var (stuck, completed) = (0, -1L);
        while (!_stop.Wait(_interval))
        {
            ThreadPool.GetMaxThreads(out var most, out var completionPorts);
            var now = ThreadPool.CompletedWorkItemCount;
            stuck = ThreadPool.ThreadCount >= most && ThreadPool.PendingWorkItemCount > 0 && now == completed ? stuck + 1 : 0;
            completed = now;
            if (stuck >= LooksUntilStuck)
            {
                stuck = 0;
                ThreadPool.SetMaxThreads(Growth * most, completionPorts);
                PoolRoom.Grant(Growth * most);
            }
        }
    }
}
