using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a process of its own, from its start to its end.</summary>
internal sealed class PublishedApp
{
    // The same limit as for hosts in the test's own process.
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _killTime = TimeSpan.FromSeconds(1);

    // The address may be printed before the hook reports it. The wait for the hook then lasts no longer than this.
    private static readonly TimeSpan _hookLimit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(25);

    private readonly WorkingSet _workingSet;

    private PublishedApp(AppEntry entry, ChildProcess process, HookLink hook)
    {
        (Entry, Process, Hook) = (entry, process, hook);
        _workingSet = process.OpenWorkingSet();
        Probe = new ChildProbe(hook, _workingSet);
    }

    public AppEntry Entry { get; }

    public ChildProcess Process { get; }

    public HookLink Hook { get; }

    public IProcessProbe Probe { get; }

    /// <exception cref="LoadTestException">The system can't start it.</exception>
    public static PublishedApp Start(AppEntry entry, PublishedAppOptions options)
    {
        var hook = HookLink.Open();
        ChildProcess? process = null;
        try
        {
            process = ChildProcess.Start(entry, options, ChildVariables.Make(options, entry, hook.Folder.Hook, hook.Folder.Pipe));
            return new PublishedApp(entry, process, hook);
        }
        catch
        {
            process?.Dispose();
            hook.Dispose();
            throw;
        }
    }

    /// <summary>Waits until the app accepts requests, or it is clear that it won't.</summary>
    /// <returns>The app's address and the hook's facts about the app; the facts are <see langword="null"/> for other kinds of host.</returns>
    /// <exception cref="LoadTestException">The app has ended, listens on nothing, or reports nothing in time.</exception>
    public async Task<(Uri Address, HookFacts? Facts)> WaitUntilReadyAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        Uri? printed = null;
        long printedAt = 0;
        while (true)
        {
            await Task.WhenAny(Hook.Started, Task.Delay(_look, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (Hook.Started.IsCompletedSuccessfully)
            {
                var facts = await Hook.Started.ConfigureAwait(false);
                return (ServerAddresses.Choose(facts.All("address")) ?? throw new LoadTestException(PublishedProblems.ListensOnNothing(Entry.Name, [.. facts.All("address")])), facts);
            }

            if (Process.HasExited)
            {
                throw new LoadTestException(PublishedProblems.ExitedAtStart(Entry.Name, Process.Exit()));
            }

            if (printed is null && (printed = Process.Output.FindAddress()) is not null)
            {
                printedAt = Stopwatch.GetTimestamp();
            }

            // A host prints its address before it has started. The hook's report after the start has more facts, and may have a different address.
            if (printed is not null && !Hook.HasHost && Stopwatch.GetElapsedTime(printedAt) > _hookLimit)
            {
                return Hook.Hello.IsCompletedSuccessfully ? (printed, null) : throw new LoadTestException(PublishedProblems.WithoutHook(Entry.Name));
            }

            if (Stopwatch.GetElapsedTime(begun) > timeout)
            {
                throw new LoadTestException(PublishedProblems.TooSlow(Entry.Name, timeout, Hook.Hello.IsCompletedSuccessfully, Process.Output));
            }
        }
    }

    /// <summary>Returns how the app ended, if it ended without the kit and otherwise than by stopping.</summary>
    public AppExit? Death(TimeSpan patience)
    {
        var isDying = Hook.Stopping.IsCancellationRequested && !Hook.HasToldStop;
        return Process.WaitForExit(isDying ? _killTime : patience) && Process.Exit() is var exit && (exit.Code != 0 || !Hook.HasToldStop) ? exit : null;
    }

    /// <summary>Asks the app to stop, kills it if it doesn't, and releases it.</summary>
    /// <returns>The failure in words; <see langword="null"/> if there was none.</returns>
    public async Task<string?> StopAsync(TimeSpan limit)
    {
        var patience = limit - _killTime < _stopLimit ? limit - _killTime : _stopLimit;
        var wasRunning = !Process.HasExited;
        Hook.TryTell(HookCommand.Stop);
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
        Hook.Dispose();
        _workingSet.Dispose();
        Process.Dispose();
    }
}
