using ThroughputKit.Probes;

namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a process of its own, from its start to its end.</summary>
internal sealed class PublishedApp
{
    // The same limit as for hosts in the test's own process.
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _killTime = TimeSpan.FromSeconds(1);

    private readonly HookLink _hook;
    private readonly WorkingSet _workingSet;

    private PublishedApp(AppEntry entry, ChildProcess process, HookLink hook)
    {
        (Entry, Process, _hook) = (entry, process, hook);
        _workingSet = process.OpenWorkingSet();
        Probe = new ChildProbe(hook, _workingSet);
    }

    public AppEntry Entry { get; }

    public ChildProcess Process { get; }

    public HookLink Hook => _hook;

    public IProcessProbe Probe { get; }

    /// <exception cref="LoadTestException">The system can't start it.</exception>
    public static PublishedApp Start(AppEntry entry, PublishedAppOptions options)
    {
        var hook = HookLink.Open(out var folder);
        ChildProcess? process = null;
        try
        {
            process = ChildProcess.Start(entry, options, ChildVariables.Make(options, entry, folder.Hook, folder.Pipe));
            return new PublishedApp(entry, process, hook);
        }
        catch
        {
            process?.Dispose();
            hook.Dispose();
            throw;
        }
    }

    /// <summary>Returns how the app ended, if it ended without the kit and otherwise than by stopping.</summary>
    public AppExit? Death(TimeSpan patience)
    {
        var isDying = _hook.Stopping.IsCancellationRequested && !_hook.HasToldStop;
        return HasExited(isDying ? _killTime : patience) && Process.Exit() is var exit && (exit.Code != 0 || !_hook.HasToldStop) ? exit : null;
    }

    /// <summary>Asks the app to stop, kills it if it doesn't, and releases it.</summary>
    /// <returns>The failure in words; <see langword="null"/> if there was none.</returns>
    public async Task<string?> StopAsync(TimeSpan limit)
    {
        var patience = limit - _killTime < _stopLimit ? limit - _killTime : _stopLimit;
        var wasRunning = !Process.HasExited;
        _hook.TryTell(HookCommand.Stop);
        try
        {
            using var tooLong = new CancellationTokenSource(patience);
            await Process.WaitForExitAsync(tooLong.Token).ConfigureAwait(false);
            return wasRunning && Process.Exit() is { Code: not 0 } exit ? PublishedProblems.EndedBadly(exit) : null;
        }
        catch (OperationCanceledException)
        {
            Process.Kill();
            return PublishedProblems.Killed(patience, Process.Output);
        }
        finally
        {
            Discard();
        }
    }

    /// <summary>Ends the app at once.</summary>
    public void Discard()
    {
        Process.Kill();
        _hook.Dispose();
        _workingSet.Dispose();
        Process.Dispose();
    }

    private bool HasExited(TimeSpan limit)
    {
        for (var waited = TimeSpan.Zero; !Process.HasExited && waited < limit; waited += TimeSpan.FromMilliseconds(10))
        {
            Thread.Sleep(10);
        }

        return Process.HasExited;
    }
}
