using Microsoft.Extensions.Hosting;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Measurement;

namespace ThroughputKit.Hosting;

/// <summary>An app that takes requests.</summary>
internal sealed class RunningApp
{
    private readonly Func<TimeSpan, Task<string?>>? _stop;
    private readonly Func<TimeSpan, AppExit?>? _death;

    private RunningApp(Uri address, AppFacts? facts, IProcessProbe? probe, TimeSpan? hostStart, Func<TimeSpan, AppExit?>? death, Func<TimeSpan, Task<string?>>? stop) =>
        (Address, Facts, Probe, HostStart, _death, _stop) = (address, facts, probe, hostStart, death, stop);

    /// <summary>Gets how long to wait for <see cref="Death"/>: the end of a connection may be seen before the end of the process.</summary>
    public static TimeSpan DeathLimit { get; } = TimeSpan.FromSeconds(1);

    /// <summary>How long an app may take to stop at the end of a run; less if who waits has cancelled it.</summary>
    public static TimeSpan StopLimit(CancellationToken cancellationToken) => TimeSpan.FromSeconds(cancellationToken.IsCancellationRequested ? 2 : 10);

    /// <summary>Gets where it listens.</summary>
    public Uri Address { get; }

    /// <summary>Gets what was read of it when it had started; <see langword="null"/> for an app that the kit only knows the address of.</summary>
    public AppFacts? Facts { get; }

    /// <summary>Gets what reads the counters of its process; <see langword="null"/> if it has none of its own, or none that can be read.</summary>
    public IProcessProbe? Probe { get; }

    /// <summary>Gets what it tells of its errors; <see langword="null"/> if that can't be read.</summary>
    public IErrorLog? Errors { get; private init; }

    /// <summary>Gets what counts the lines that it prints, of an app in a process of its own.</summary>
    public IPrintedLines? Printed { get; private init; }

    /// <summary>Gets what silences its log; <see langword="null"/> if nothing can.</summary>
    public LoggingSwitch? Logging { get; private init; }

    /// <summary>Gets how long its start took, if the kit started it.</summary>
    public TimeSpan? HostStart { get; }

    public bool IsInProcess => Facts?.Services is not null;

    /// <summary>Gets whether nothing of its process can be read, because the kit only knows its address.</summary>
    public bool IsElsewhere => !IsInProcess && Probe is null;

    public AppPlace Place => IsInProcess ? AppPlace.TestProcess : IsElsewhere ? AppPlace.Elsewhere : AppPlace.OwnProcess;

    /// <summary>Gets whether the app is stopping or has stopped by itself.</summary>
    public bool IsStopping => Stopping.IsCancellationRequested;

    /// <summary>Gets whether it is stopping or has stopped by itself, or its host was disposed, which stops it without a word.</summary>
    public bool HasStopped => IsStopping || IsDisposed();

    /// <summary>Gets a token that is cancelled when the app begins to stop.</summary>
    public CancellationToken Stopping => Facts?.Stopping ?? CancellationToken.None;

    public static RunningApp Elsewhere(Uri address) => new(address, facts: null, probe: null, hostStart: null, death: null, stop: null);

    /// <param name="address">Where it listens.</param>
    /// <param name="services">Its services.</param>
    /// <param name="hostStart">How long its start took, if the kit started it.</param>
    /// <param name="stop">Stops it; <see langword="null"/> if it isn't the kit's to stop.</param>
    /// <param name="logging">Silences its log; <see langword="null"/> if nothing can.</param>
    public static RunningApp InProcess(Uri address, IServiceProvider services, TimeSpan? hostStart, Func<ValueTask>? stop, LoggingSwitch? logging = null) =>
        new(address, AppFacts.Read(services), probe: null, hostStart, death: null, stop is null ? null : limit => StopAsync(stop, limit)) { Errors = ErrorLog.Of(services), Logging = logging };

    /// <param name="address">Where it listens.</param>
    /// <param name="facts">What was read of it.</param>
    /// <param name="probe">Reads its process's counters.</param>
    /// <param name="hostStart">How long its start took.</param>
    /// <param name="output">What it prints.</param>
    /// <param name="death">How it ended, if it has ended otherwise than by stopping; waits a little for that.</param>
    /// <param name="stop">Stops it within a limit, and says what went wrong.</param>
    public static RunningApp InProcessOfItsOwn(
        Uri address, AppFacts facts, IProcessProbe probe, TimeSpan hostStart, OutputTail output, Func<TimeSpan, AppExit?> death, Func<TimeSpan, Task<string?>> stop) =>
        new(address, facts, probe, hostStart, death, stop) { Errors = output.Errors, Printed = output };

    /// <summary>The same app as one run sees it that doesn't end with the run.</summary>
    /// <param name="tellStart">Whether the run was the one that it was started for.</param>
    public RunningApp Kept(bool tellStart) => new(Address, Facts, Probe, tellStart ? HostStart : null, _death, stop: null) { Errors = Errors, Printed = Printed, Logging = Logging };

    /// <summary>How the app's own process ended, if it has ended by itself and otherwise than by stopping.</summary>
    /// <param name="patience">How long to wait for that.</param>
    public AppExit? Death(TimeSpan patience) => _death?.Invoke(patience);

    /// <summary>Stops the app if the kit has made it, within a limit. Returns what went wrong, or <see langword="null"/>; never throws.</summary>
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
