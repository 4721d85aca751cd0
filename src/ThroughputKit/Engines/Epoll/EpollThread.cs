using System.Net;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A thread that runs the loop of its connections in each phase, and knows what that cost.</summary>
internal sealed class EpollThread : IDisposable
{
    public const string Name = "ThroughputKit epoll";

    private readonly EpollLoop _loop;
    private readonly PhaseThread _thread;

    /// <param name="endPoint">Where the load goes.</param>
    /// <param name="shape">What the load is like.</param>
    /// <param name="number">The number of this thread.</param>
    /// <param name="threads">How many threads there are.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit epoll.</exception>
    public EpollThread(IPEndPoint endPoint, LoadShape shape, int number, int threads)
    {
        _loop = new EpollLoop(endPoint.Serialize(), shape, number, threads);
        _thread = new PhaseThread(Name, Prepare, Run);
    }

    /// <summary>Gets the thread's processor time in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets what the thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    public Task RunAsync(LoadPhase phase) => _thread.RunAsync(phase);

    public void Dispose()
    {
        _thread.Dispose();
        _loop.Dispose();
    }

    private static void Prepare(LoadPhase phase)
    {
        if (phase.IsPaced)
        {
            Scheduling.BeOnTime();
        }
        else
        {
            Scheduling.LetOthersGoFirst();
        }
    }

    private void Run(LoadPhase phase)
    {
        var (cpu, allocated) = (Libc.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
        _loop.Run(phase, phase.Recorders.Current);
        (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
    }
}
