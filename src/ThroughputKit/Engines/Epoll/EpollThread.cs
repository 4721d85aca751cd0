using System.Net;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A thread that runs the loop of its connections in each phase, and knows what that cost.</summary>
internal sealed class EpollThread : IDisposable
{
    public const string Name = "ThroughputKit epoll";

    private readonly EpollLoop _loop;
    private readonly SemaphoreSlim _begin = new(0);
    private readonly Thread _thread;
    private (LoadPhase Phase, TaskCompletionSource Ended)? _next;

    /// <param name="endPoint">Where the load goes.</param>
    /// <param name="shape">What the load is like.</param>
    /// <param name="number">The number of this thread.</param>
    /// <param name="threads">How many threads there are.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit epoll.</exception>
    public EpollThread(IPEndPoint endPoint, LoadShape shape, int number, int threads)
    {
        _loop = new EpollLoop(endPoint.Serialize(), shape, number, threads);
        _thread = new Thread(Run) { IsBackground = true, Name = Name };
        _thread.Start();
    }

    /// <summary>Gets the thread's processor time in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets what the thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

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
        _loop.Dispose();
        _begin.Dispose();
    }

    private void Run()
    {
        while (true)
        {
            _begin.Wait();
            if (_next is not var (phase, ended))
            {
                return;
            }

            var recorder = phase.Recorders.Current;
            if (phase.IsPaced)
            {
                Scheduling.BeOnTime();
            }
            else
            {
                Scheduling.LetOthersGoFirst();
            }

            phase.Opened.Wait();
            try
            {
                var (cpu, allocated) = (Libc.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
                _loop.Run(phase, recorder);
                (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
                ended.SetResult();
            }
            catch (Exception e)
            {
                ended.SetException(e);
            }
        }
    }
}
