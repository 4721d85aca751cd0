using System.Runtime.CompilerServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// The thread that hands requests of a set rate to connections when they are due. Connections continue on this thread until
/// they have to wait: another thread would have to be woken first.
/// </summary>
internal sealed class PacerThread : IDisposable
{
    [ThreadStatic]
    private static bool _isPacer;

    private readonly PhaseThread _thread = new("ThroughputKit pacer", Prepare);

    /// <summary>Moves work that may take long to a thread of the pool, if the calling thread is the one that requests wait for.</summary>
    public static ConfiguredTaskAwaitable LeaveAsync() =>
        Task.CompletedTask.ConfigureAwait(_isPacer ? ConfigureAwaitOptions.ForceYielding : ConfigureAwaitOptions.None);

    /// <summary>Hands out turns from the opening of the phase until it begins no more requests. Completes on another thread.</summary>
    public Task RunAsync(LoadPhase phase, Turns turns) => _thread.RunAsync(phase, turns.Give);

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
