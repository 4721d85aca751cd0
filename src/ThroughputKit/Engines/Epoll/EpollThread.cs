using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A thread that runs the given loop in each phase and measures its own cost.</summary>
internal sealed class EpollThread : IDisposable
{
    private readonly PhaseThread _thread = new("ThroughputKit epoll", Prepare);

    /// <summary>Gets the thread's processor time in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets the bytes that the thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    public Task RunAsync(EpollLoop loop, LoadPhase phase) => _thread.RunAsync(phase, () => Run(loop, phase));

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

    private void Run(EpollLoop loop, LoadPhase phase)
    {
        var (cpu, allocated) = (Libc.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
        loop.Run(phase, phase.Recorders.Current);
        (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
    }
}
