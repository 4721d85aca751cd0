using System.Runtime.CompilerServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// The thread that hands requests of a set rate to connections when they are due, or ends the pauses of virtual users. Connections continue on this thread
/// until they have to wait: another thread would have to be woken first.
/// </summary>
internal sealed class PacerThread : IDisposable
{
    private static readonly TimeSpan _shortestSleep = TimeSpan.FromMilliseconds(1);

    [ThreadStatic]
    private static bool _isPacer;

    private readonly PhaseThread _thread = new("ThroughputKit pacer", Prepare);

    /// <summary>Moves work that may take long to a thread of the pool, if the calling thread is the one that requests wait for.</summary>
    public static ConfiguredTaskAwaitable LeaveAsync() =>
        Task.CompletedTask.ConfigureAwait(_isPacer ? ConfigureAwaitOptions.ForceYielding : ConfigureAwaitOptions.None);

    /// <summary>Sleeps, precisely to some tens of microseconds on Linux, and to the period of the system timer elsewhere. May end a little early.</summary>
    public static void Sleep(TimeSpan time)
    {
        if (OperatingSystem.IsLinux())
        {
            Libc.Sleep(time);
        }
        else
        {
            Thread.Sleep(time > _shortestSleep ? time : _shortestSleep);
        }
    }

    /// <summary>Does the work once the load of the phase has begun. Completes on another thread.</summary>
    public Task RunAsync(LoadPhase phase, Action work) => _thread.RunAsync(phase, work);

    public void Dispose() => _thread.Dispose();

    private static void Prepare(LoadPhase phase)
    {
        _isPacer = true;
        if (OperatingSystem.IsLinux())
        {
            Scheduling.BeOnTime();
        }
    }
}
