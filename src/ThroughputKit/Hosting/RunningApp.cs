using Microsoft.Extensions.Hosting;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting;

/// <summary>An app that accepts requests.</summary>
internal sealed class RunningApp
{
    private readonly Func<TimeSpan, Task<string?>>? _stop;
    private readonly Func<TimeSpan, AppExit?>? _death;

    private RunningApp(Uri address, AppFacts? facts, IProcessProbe? probe, TimeSpan? hostStart, Func<TimeSpan, AppExit?>? death, Func<TimeSpan, Task<string?>>? stop) =>
        (Address, Facts, Probe, HostStart, _death, _stop) = (address, facts, probe, hostStart, death, stop);

    /// <summary>Gets the time to wait for <see cref="Death"/>: the end of a connection may be seen before the end of the process.</summary>
    public static TimeSpan DeathLimit { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Returns the maximum time for an app to stop at the end of a run; less if the caller has cancelled the run.</summary>
    public static TimeSpan StopLimit(CancellationToken cancellationToken) => TimeSpan.FromSeconds(cancellationToken.IsCancellationRequested ? 2 : 10);

    /// <summary>Gets the address that the app listens on.</summary>
    public Uri Address { get; }

    /// <summary>Gets the facts read after the app's start; <see langword="null"/> if the kit knows only its address.</summary>
    public AppFacts? Facts { get; }

    /// <summary>Gets the reader of the counters of the app's process; <see langword="null"/> if it has no process of its own, or none that can be read.</summary>
    public IProcessProbe? Probe { get; }

    /// <summary>Gets the log of the app's errors; <see langword="null"/> if it can't be read.</summary>
    public IErrorLog? Errors { get; private init; }

    /// <summary>Gets the counter of the lines that an app in a process of its own prints.</summary>
    public IPrintedLines? Printed { get; private init; }

    /// <summary>Gets the switch that silences the app's log; <see langword="null"/> if there is none.</summary>
    public LoggingSwitch? Logging { get; private init; }

    /// <summary>Gets the duration of the app's start, if the kit started it.</summary>
    public TimeSpan? HostStart { get; }

    public bool IsInProcess => Facts?.Services is not null;

    /// <summary>Gets whether nothing of the app's process can be read, because the kit knows only its address.</summary>
    public bool IsElsewhere => !IsInProcess && Probe is null;

    public AppPlace Place => IsInProcess ? AppPlace.TestProcess : IsElsewhere ? AppPlace.Elsewhere : AppPlace.OwnProcess;

    /// <summary>Gets whether the app is stopping or has stopped without the kit.</summary>
    public bool IsStopping => Stopping.IsCancellationRequested;

    /// <summary>Gets whether the app is stopping or has stopped without the kit, or its host was disposed, which stops it without notice.</summary>
    public bool HasStopped => IsStopping || IsDisposed();

    /// <summary>Gets a token that is cancelled when the app begins to stop.</summary>
    public CancellationToken Stopping => Facts?.Stopping ?? CancellationToken.None;

    public static RunningApp Elsewhere(Uri address) => new(address, facts: null, probe: null, hostStart: null, death: null, stop: null);

    /// <param name="address">The address that the app listens on.</param>
    /// <param name="services">The app's services.</param>
    /// <param name="hostStart">The duration of its start, if the kit started it.</param>
    /// <param name="stop">Stops the app; <see langword="null"/> if the kit must not stop it.</param>
    /// <param name="logging">Silences the app's log; <see langword="null"/> if it can't be silenced.</param>
    public static RunningApp InProcess(Uri address, IServiceProvider services, TimeSpan? hostStart, Func<ValueTask>? stop, LoggingSwitch? logging = null) =>
        new(address, AppFacts.Read(services), probe: null, hostStart, death: null, stop is null ? null : limit => StopAsync(stop, limit)) { Errors = ErrorLog.Of(services), Logging = logging };

    /// <param name="address">The address that the app listens on.</param>
    /// <param name="facts">The facts about the app.</param>
    /// <param name="probe">Reads the counters of its process.</param>
    /// <param name="hostStart">The duration of its start.</param>
    /// <param name="output">The app's output.</param>
    /// <param name="death">Returns how the app ended, if it ended otherwise than by stopping; waits a little for that.</param>
    /// <param name="stop">Stops the app within a limit and returns the failure in words.</param>
    public static RunningApp InProcessOfItsOwn(
        Uri address, AppFacts facts, IProcessProbe probe, TimeSpan hostStart, OutputTail output, Func<TimeSpan, AppExit?> death, Func<TimeSpan, Task<string?>> stop) =>
        new(address, facts, probe, hostStart, death, stop) { Errors = output.Errors, Printed = output };

    /// <summary>Returns the same app for one run, so that it doesn't end with the run.</summary>
    /// <param name="tellStart">Whether the app was started for this run.</param>
    public RunningApp Kept(bool tellStart) => new(Address, Facts, Probe, tellStart ? HostStart : null, _death, stop: null) { Errors = Errors, Printed = Printed, Logging = Logging };

    /// <summary>Returns how the app's own process ended, if it ended without the kit and otherwise than by stopping.</summary>
    /// <param name="patience">The time to wait for the end.</param>
    public AppExit? Death(TimeSpan patience) => _death?.Invoke(patience);

    /// <summary>Stops the app within a limit if the kit created it. Returns the failure in words, or <see langword="null"/>; never throws.</summary>
    public async Task<string?> StopAsync(TimeSpan limit) => _stop is null ? null : await _stop(limit).ConfigureAwait(false);

    private bool IsDisposed()
    {
        try
        {
            _ = Facts?.Services?.GetService(typeof(IHostApplicationLifetime));
            return false;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
    }

    private static async Task<string?> StopAsync(Func<ValueTask> stop, TimeSpan limit)
    {
        try
        {
            await Task.Run(() => stop().AsTask()).WaitAsync(limit).ConfigureAwait(false);
            return null;
        }
        catch (TimeoutException)
        {
            return $"it was still stopping after {limit.TotalSeconds:0.###} s";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }
}
