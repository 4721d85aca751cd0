using System.Runtime.CompilerServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// The thread that gives requests of a set rate to connections when they are due. They go on with them on this thread, as far
/// as they get without waiting: another one would have to be woken first.
/// </summary>
internal sealed class PacerThread : IDisposable
{
    public const string Name = "ThroughputKit pacer";

    [ThreadStatic]
    private static bool _isPacer;

    private readonly SemaphoreSlim _begin = new(0);
    private readonly Thread _thread;
    private (LoadPhase Phase, Turns Turns, TaskCompletionSource Ended)? _next;

    public PacerThread()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = Name };
        _thread.Start();
    }

    /// <summary>Goes on with what may take long: on a thread of the pool, if this is the one that requests wait for.</summary>
    public static ConfiguredTaskAwaitable LeaveAsync() =>
        Task.CompletedTask.ConfigureAwait(_isPacer ? ConfigureAwaitOptions.ForceYielding : ConfigureAwaitOptions.None);

    /// <summary>Gives turns from when the phase is opened until it begins no more. Completes on another thread.</summary>
    public Task RunAsync(LoadPhase phase, Turns turns)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _next = (phase, turns, ended);
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

    private void Run()
    {
        _isPacer = true;
        if (OperatingSystem.IsLinux())
        {
            Scheduling.BeOnTime();
        }

        while (true)
        {
            _begin.Wait();
            if (_next is not var (phase, turns, ended))
            {
                return;
            }

            _ = phase.Recorders.Current; // made ready before the load begins
            phase.Opened.Wait();
            try
            {
                turns.Give();
                ended.SetResult();
            }
            catch (Exception e)
            {
                ended.SetException(e);
            }
        }
    }
}
