namespace ThroughputKit.Engines;

/// <summary>A thread of an engine, which does its work in each phase.</summary>
internal sealed class PhaseThread : IDisposable
{
    private readonly SemaphoreSlim _begin = new(0);
    private readonly Thread _thread;
    private (LoadPhase Phase, TaskCompletionSource Ended)? _next;

    /// <param name="name">The thread's name.</param>
    /// <param name="prepare">Runs before the load may begin.</param>
    /// <param name="work">Runs once the load has begun.</param>
    public PhaseThread(string name, Action<LoadPhase> prepare, Action<LoadPhase> work)
    {
        _thread = new Thread(() => Run(prepare, work)) { IsBackground = true, Name = name };
        _thread.Start();
    }

    /// <summary>Does the work of a phase. Completes on another thread.</summary>
    public Task RunAsync(LoadPhase phase)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _next = (phase, ended);
        _begin.Release();
        return ended.Task;
    }

    public void Dispose()
    {
        _next = null;
        _begin.Release();
        _thread.Join();
        _begin.Dispose();
    }

    private void Run(Action<LoadPhase> prepare, Action<LoadPhase> work)
    {
        while (true)
        {
            _begin.Wait();
            if (_next is not var (phase, ended))
            {
                return;
            }

            _ = phase.Recorders.Current; // created before the load begins
            prepare(phase);
            phase.Opened.Wait();
            try
            {
                work(phase);
                ended.SetResult();
            }
            catch (Exception e)
            {
                ended.SetException(e);
            }
        }
    }
}
