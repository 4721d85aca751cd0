namespace ThroughputKit.Engines;

/// <summary>A thread of an engine, which does its work in each phase.</summary>
internal sealed class PhaseThread : IDisposable
{
    private readonly SemaphoreSlim _begin = new(0);
    private readonly Thread _thread;
    private (LoadPhase Phase, Action Work, TaskCompletionSource Ended)? _next;

    /// <summary>Starts the thread. In each phase it calls <paramref name="prepare"/> before the load may begin.</summary>
    public PhaseThread(string name, Action<LoadPhase> prepare)
    {
        _thread = new Thread(() => Run(prepare)) { IsBackground = true, Name = name };
        _thread.Start();
    }

    /// <summary>Does the work once the load of the phase has begun. Completes on another thread.</summary>
    public Task RunAsync(LoadPhase phase, Action work)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _next = (phase, work, ended);
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

    private void Run(Action<LoadPhase> prepare)
    {
        while (true)
        {
            _begin.Wait();
            if (_next is not var (phase, work, ended))
            {
                return;
            }

            _ = phase.Recorders.Current; // created before the load begins
            prepare(phase);
            phase.AwaitOpened();
            try
            {
                work();
                ended.SetResult();
            }
            catch (Exception e)
            {
                phase.Abort(); // without its data a request can't be sent, and the load would be another one
                ended.SetException(e);
            }
        }
    }
}
