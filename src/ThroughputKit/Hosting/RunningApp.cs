namespace ThroughputKit.Hosting;

/// <summary>An app that takes requests.</summary>
internal sealed class RunningApp
{
    private readonly Func<ValueTask>? _stop;

    private RunningApp(Uri address, AppFacts? facts, TimeSpan? hostStart, Func<ValueTask>? stop) =>
        (Address, Facts, HostStart, _stop) = (address, facts, hostStart, stop);

    /// <summary>Gets where it listens.</summary>
    public Uri Address { get; }

    /// <summary>Gets what was read of it when it had started; <see langword="null"/> for an app in another process.</summary>
    public AppFacts? Facts { get; }

    /// <summary>Gets how long its start took, if the kit started it.</summary>
    public TimeSpan? HostStart { get; }

    public bool IsInProcess => Facts is not null;

    /// <summary>Gets whether the app is stopping or has stopped by itself.</summary>
    public bool IsStopping => Stopping.IsCancellationRequested;

    /// <summary>Gets a token that is cancelled when the app begins to stop.</summary>
    public CancellationToken Stopping => Facts?.Stopping ?? CancellationToken.None;

    public static RunningApp Elsewhere(Uri address) => new(address, facts: null, hostStart: null, stop: null);

    /// <param name="address">Where it listens.</param>
    /// <param name="services">Its services.</param>
    /// <param name="hostStart">How long its start took, if the kit started it.</param>
    /// <param name="stop">Stops it; <see langword="null"/> if it isn't the kit's to stop.</param>
    public static RunningApp InProcess(Uri address, IServiceProvider services, TimeSpan? hostStart, Func<ValueTask>? stop) =>
        new(address, AppFacts.Read(services), hostStart, stop);

    /// <summary>The same app as one run sees it that doesn't end with the run.</summary>
    /// <param name="tellStart">Whether the run was the one that it was started for.</param>
    public RunningApp Kept(bool tellStart) => new(Address, Facts, tellStart ? HostStart : null, stop: null);

    /// <summary>Stops the app if the kit has made it, within a limit. Returns what went wrong, or <see langword="null"/>; never throws.</summary>
    public async Task<string?> StopAsync(TimeSpan limit)
    {
        if (_stop is null)
        {
            return null;
        }

        try
        {
            await Task.Run(() => _stop().AsTask()).WaitAsync(limit).ConfigureAwait(false);
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
