using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting;

/// <summary>An app that is started once, when it is first needed, and serves many tests.</summary>
#pragma warning disable CA1001 // a cancellation source without a timer has nothing to dispose, and late callers still read it
internal sealed class SharedApp(ILoadTarget app) : ILoadTarget
#pragma warning restore CA1001
{
    private readonly Lock _lock = new();
    private readonly CancellationTokenSource _stop = new();
    private Task<RunningApp>? _start;
    private bool _isReported;

    public string Name => app.Name;

    public bool IsInProcess => app.IsInProcess;

    public bool IsKept => true;

    public OwnPort Port => app.Port;

    public ILoadTarget On(OwnPort port) => port == Port ? this : new OnPort(this, port);

    /// <summary>Gets whether the app was started successfully.</summary>
    public bool HasStarted => Volatile.Read(ref _start) is { IsCompletedSuccessfully: true };

    public IEnumerable<Problem> Check() => _stop.IsCancellationRequested ? [Disposed()] : app.Check();

    /// <summary>
    /// Starts the app, or waits until it has started. If the start fails, the first caller gets the reason; later callers are referred to
    /// the first.
    /// </summary>
    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        bool isFirst;
        Task<RunningApp> start;
        lock (_lock)
        {
            if (_stop.IsCancellationRequested)
            {
                throw new LoadTestException(Disposed());
            }

            isFirst = _start is null;
            start = _start ??= Task.Run(() => app.StartAsync(timeout, _stop.Token), CancellationToken.None);
        }

        try
        {
            var running = await start.WaitAsync(cancellationToken).ConfigureAwait(false);
            return running.IsStopping ? throw new LoadTestException(Stopped(running)) : running.Kept(isFirst);
        }
        catch (LoadTestException) when (start.IsFaulted && Interlocked.Exchange(ref _isReported, true))
        {
            throw new LoadTestException(new Problem(
                $"{Name} could not be started for an earlier test", "an app that starts", "The first test that needed it reports the cause."));
        }
    }

    /// <summary>Stops the app if it has been started, and ends a start in progress.</summary>
    /// <returns>The failure in words; <see langword="null"/> if there was none.</returns>
    public async Task<string?> StopAsync(TimeSpan limit)
    {
        Task<RunningApp>? start;
        lock (_lock)
        {
            if (_stop.IsCancellationRequested)
            {
                return null;
            }

            start = _start;
            _stop.Cancel();
        }

        if (start is null)
        {
            return null;
        }

        try
        {
            return await (await start.ConfigureAwait(false)).StopAsync(limit).ConfigureAwait(false);
        }
        catch (Exception e) when (e is LoadTestException or OperationCanceledException)
        {
            return null; // it never ran, and the caller that needed it got the reason
        }
    }

    private static LoadTestException NotOverHttps(string name) => new(new Problem(
        $"OverHttps is set, and the host of {name} runs over plain HTTP",
        "a host that runs over https for all of its tests",
        "Override Configure in a class that derives from ThroughputHost, and set app.OverHttps = true there."));

    private Problem Disposed() => new(
        $"The host of {Name} has been disposed", "a host that runs or can be started", "Dispose it after the last load test, not before.");

    private Problem Stopped(RunningApp running) => running.TryGetExit(RunningApp.ExitTimeout) is { } exit
        ? new($"{Name} has exited with code {exit.Code} since it was last loaded", "an app that runs", exit.Output)
        : new(
            $"{Name} has stopped on its own since it was last loaded"
                + $"{(running.StopCause().Error is { } error ? $". Its error: {LoggedError.InALine(error)}" : "")}",
            "an app that runs",
            "Does something call StopApplication, or dispose the app's host?");

    // The same app, which is started once for all of its tests: with ports for both versions of HTTP, or on https, if its own options say so.
    private sealed class OnPort(SharedApp app, OwnPort port) : ILoadTarget
    {
        public string Name => app.Name;

        public bool IsInProcess => app.IsInProcess;

        public bool IsKept => true;

        public OwnPort Port => port;

        public ILoadTarget On(OwnPort port) => OwnPorts.Of(app, port);

        public IEnumerable<Problem> Check() => app.Check();

        public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
        {
            var running = await app.StartAsync(timeout, cancellationToken).ConfigureAwait(false);
            return running.Address.Scheme == Uri.UriSchemeHttps ? running
                : port == OwnPort.Http2 ? running with { Address = running.Http2Address ?? running.Address }
                : throw NotOverHttps(Name);
        }
    }
}
