using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A thread that runs the given loop in each phase and measures its own cost.</summary>
internal sealed class EpollThread : IDisposable
{
    public const string Name = "ThroughputKit epoll";

    private readonly PhaseThread _thread;
    private EpollLoop? _loop;

    public EpollThread() => _thread = new PhaseThread(Name, Prepare, Run);

    /// <summary>Gets the thread's processor time in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets the bytes that the thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    public Task RunAsync(EpollLoop loop, LoadPhase phase)
    {
        _loop = loop;
        return _thread.RunAsync(phase);
    }

    public void Dispose() => _thread.Dispose();

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
        _loop!.Run(phase, phase.Recorders.Current);
        (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
    }
}
