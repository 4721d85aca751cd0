using ThroughputKit.Hosting;

namespace ThroughputKit;

/// <summary>
/// One running app for many tests: a fixture (<c>IClassFixture</c>, <c>ICollectionFixture</c>), or an object of your own. The app starts on real Kestrel on
/// a free loopback port when it is first needed, and stops when the host is disposed. Load it with
/// <see cref="LoadTest.For{TEntryPoint}(ThroughputHost{TEntryPoint})"/>; override <see cref="Configure"/> to change its environment, configuration or
/// services.
/// </summary>
/// <typeparam name="TEntryPoint">Any public type of the app's assembly.</typeparam>
public class ThroughputHost<TEntryPoint> : IAsyncDisposable, IDisposable
    where TEntryPoint : class
{
    private static readonly TimeSpan _startLimit = new LoadOptions().StartTimeout;
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(10);

    private readonly SharedApp _app;
    private int? _configuringThread;

    /// <summary>Creates a host; nothing is started yet.</summary>
    public ThroughputHost() => _app = new SharedApp(new CreatedAppTarget<TEntryPoint>(Options, isShared: true));

    /// <summary>Gets the address of the app, which is started if necessary.</summary>
    /// <exception cref="LoadTestException">The app could not be started.</exception>
    public Uri Address => Start().Address;

    /// <summary>Gets the services of the app, to inspect or seed it; the app is started if necessary.</summary>
    /// <exception cref="LoadTestException">The app could not be started.</exception>
    public IServiceProvider Services => Start().Services!;

    internal ILoadTarget Target => _app;

    /// <summary>Starts the app, unless it runs. Everything that needs the app starts it, too; this doesn't block meanwhile.</summary>
    /// <param name="cancellationToken">Ends the wait, but not the start.</param>
    /// <returns>A task that ends when the app has started.</returns>
    /// <exception cref="LoadTestException">The app could not be started.</exception>
    public Task StartAsync(CancellationToken cancellationToken = default)
    {
        ThrowIfConfiguring();
        return _app.StartAsync(_startLimit, cancellationToken);
    }

    /// <summary>Creates a client with the app's address, for requests beside the load. The app is started if necessary.</summary>
    /// <returns>The client. The caller disposes it.</returns>
    /// <exception cref="LoadTestException">The app could not be started.</exception>
    public HttpClient CreateClient()
    {
        var app = Start();
        return new(AppHandler.Trusting(app)) { BaseAddress = app.Address };
    }

    /// <summary>Overrides the app's environment, configuration and services. Called once, when the app is about to start.</summary>
    /// <param name="app">The options.</param>
    protected virtual void Configure(AppOptions app)
    {
    }

    /// <summary>Stops the app if it has been started.</summary>
    /// <returns>A task that ends when it has stopped.</returns>
    /// <exception cref="LoadTestException">The app did not stop within 10 s, or threw while stopping.</exception>
    public async ValueTask DisposeAsync()
    {
        await DisposeAsyncCore().ConfigureAwait(false);
        Dispose(disposing: false);
        GC.SuppressFinalize(this);
    }

    /// <summary>Stops the app if it has been started, for callers that can't await <see cref="DisposeAsync"/>.</summary>
    /// <exception cref="LoadTestException">The app did not stop within 10 s, or threw while stopping.</exception>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Stops the app. A derived class releases here the resources that it can release asynchronously.</summary>
    /// <returns>A task that ends when it has stopped.</returns>
    protected virtual ValueTask DisposeAsyncCore() => new(StopAsync());

    /// <summary>Stops the app, unless it has been stopped asynchronously.</summary>
    /// <param name="disposing">Whether it is called by <see cref="Dispose()"/>.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
        {
            Task.Run(StopAsync).GetAwaiter().GetResult();
        }
    }

    private AppOptions Options()
    {
        var options = new AppOptions();
        _configuringThread = Environment.CurrentManagedThreadId;
        try
        {
            Configure(options);
        }
        finally
        {
            _configuringThread = null;
        }

        return options;
    }

    private RunningApp Start()
    {
        ThrowIfConfiguring();
        return Task.Run(() => _app.StartAsync(_startLimit, CancellationToken.None)).GetAwaiter().GetResult();
    }

    private void ThrowIfConfiguring()
    {
        if (_configuringThread == Environment.CurrentManagedThreadId)
        {
            throw new LoadTestException(new Problem(
                "Configure reads Address or Services", "a Configure that only sets options",
                "The app starts with the options that Configure sets. Before that, it has no address and no services."));
        }
    }

    private async Task StopAsync()
    {
        if (await _app.StopAsync(_stopLimit).ConfigureAwait(false) is { } problem)
        {
            throw new LoadTestException(new Problem(
                $"{_app.Name} could not be stopped: {problem}", "an app that stops within 10 s",
                "Look at what its hosted services do when they are asked to stop."));
        }
    }
}
