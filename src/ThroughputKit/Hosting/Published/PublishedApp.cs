using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a process of its own, from its start to its end.</summary>
internal sealed class PublishedApp : IDisposable
{
    // The same limit as for hosts in the test's own process.
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _killTime = TimeSpan.FromSeconds(1);

    // The address may be printed before the hook reports it. The wait for the hook then lasts no longer than this.
    private static readonly TimeSpan _hookLimit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(25);

    private readonly string _name;
    private readonly HookLink _hook = new();
    private readonly ChildProcess _process;
    private readonly WorkingSet _workingSet;

    private PublishedApp(AppEntry entry, PublishedAppOptions options, OwnPort port)
    {
        _name = entry.Name;
        try
        {
            var variables = ChildVariables.Make(options, entry, _hook.Folder.Hook, _hook.Folder.Pipe);
            variables[HookVariables.Port] = $"{port}";

            _process = ChildProcess.Start(entry, options, variables);
            _workingSet = _process.OpenWorkingSet();
        }
        catch
        {
            _process?.Dispose();
            _hook.Dispose();
            throw;
        }
    }

    /// <summary>Starts an app and waits until it accepts requests, or it is clear that it won't.</summary>
    /// <exception cref="LoadTestException">The system can't start it, it has ended, listens on nothing, or reports nothing in time.</exception>
    public static async Task<RunningApp> StartAsync(
        AppEntry entry, PublishedAppOptions options, OwnPort port, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var app = new PublishedApp(entry, options, port);
        try
        {
            var (address, host) = await app.WaitUntilReadyAsync(timeout, cancellationToken).ConfigureAwait(false);
            var certificate = host?.One("certificate");
            if (port == OwnPort.Tls && (certificate is null || address.Scheme != Uri.UriSchemeHttps))
            {
                throw new LoadTestException(PublishedProblems.NoHttps(entry.Name, app._process.Output));
            }

            var runtime = await app._hook.Hello.ConfigureAwait(false);
            return new RunningApp
            {
                Address = address,
                Certificate = certificate is null ? null : Convert.FromBase64String(certificate),
                IsDevelopment = host?.One("environment") == "Development",
                LogsRequests = host?.IsTrue("logs-requests") == true,
                HostStart = Stopwatch.GetElapsedTime(begun), // before its files are read
                Code = entry.Assembly is { } file ? MeasuredCode.OfApp(file) : [],
                Runtime = new AppRuntime(
                    runtime.One("runtime") ?? "", runtime.IsTrue("server-gc"), runtime.IsTrue("dynamic-gc"),
                    runtime.Number("cores") ?? Environment.ProcessorCount),
                IsForServerGc = options.IsGcChosen ? null : entry.Settings?.IsServerGc,
                Probe = new ChildProbe(app._hook, app._workingSet),
                Errors = app._process.Output.Errors,
                Printed = app._process.Output.Printed,
                Stopping = app._hook.Stopping,
                TryGetExit = app.TryGetExit,
                StopCause = () => (app._process.Output.FindCrash(), app._process.Output.Describe()),
                StopAsync = app.StopAsync,
            };
        }
        catch
        {
            app.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        _process.Dispose();
        _hook.Dispose();
        _workingSet.Dispose();
    }

    // Returns the app's address and the hook's facts about the app; the facts are null for other kinds of host.
    private async Task<(Uri Address, HookFacts? Facts)> WaitUntilReadyAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        Uri? printed = null;
        long printedAt = 0;
        while (true)
        {
            await Task.WhenAny(_hook.Started, Task.Delay(_look, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (_hook.Started.IsCompletedSuccessfully)
            {
                var facts = await _hook.Started.ConfigureAwait(false);
                return (ServerAddresses.Choose(facts.All("address"))
                    ?? throw new LoadTestException(PublishedProblems.ListensOnNothing(_name, [.. facts.All("address")])), facts);
            }

            if (_process.HasExited)
            {
                throw new LoadTestException(PublishedProblems.ExitedAtStart(_name, _process.Exit()));
            }

            if (printed is null && (printed = _process.Output.FindAddress()) is not null)
            {
                printedAt = Stopwatch.GetTimestamp();
            }

            // A host prints its address before it has started. The hook's report after the start has more facts, and may have a different address.
            if (printed is not null && !_hook.HasHost && Stopwatch.GetElapsedTime(printedAt) > _hookLimit)
            {
                return _hook.Hello.IsCompletedSuccessfully ? (printed, null) : throw new LoadTestException(PublishedProblems.WithoutHook(_name));
            }

            if (Stopwatch.GetElapsedTime(begun) > timeout)
            {
                throw new LoadTestException(PublishedProblems.TooSlow(_name, timeout, _hook.Hello.IsCompletedSuccessfully, _process.Output));
            }
        }
    }

    // Returns how the app ended, if it ended without the kit and otherwise than by stopping.
    private AppExit? TryGetExit(TimeSpan timeout)
    {
        var isDying = _hook.Stopping.IsCancellationRequested && !_hook.HasReportedStop;
        return _process.WaitForExit(isDying ? _killTime : timeout) && _process.Exit() is var exit && (exit.Code != 0 || !_hook.HasReportedStop) ? exit : null;
    }

    // Asks the app to stop, kills it if it doesn't, and releases it. Returns the failure in words, or null.
    private async Task<string?> StopAsync(TimeSpan limit)
    {
        var timeout = limit - _killTime < _stopLimit ? limit - _killTime : _stopLimit;
        var wasRunning = !_process.HasExited;
        _hook.TrySend(HookMessage.Stop);
        try
        {
            using var tooLong = new CancellationTokenSource(timeout);
            await _process.WaitForExitAsync(tooLong.Token).ConfigureAwait(false);
            return wasRunning && _process.Exit() is { Code: not 0 } exit ? PublishedProblems.EndedBadly(exit) : null;
        }
        catch (OperationCanceledException)
        {
            _process.Kill();
            return PublishedProblems.Killed(timeout, _process.Output);
        }
        finally
        {
            Dispose();
        }
    }
}
