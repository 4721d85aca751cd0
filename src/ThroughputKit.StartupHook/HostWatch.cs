using System.Diagnostics;
using Microsoft.Extensions.Hosting;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.StartupHooks;

/// <summary>Observes the hosts that the app builds, as the framework's own tools do, and reports to the kit when one with a web server has started.</summary>
internal sealed class HostWatch(KitLink kit, OwnPort port) : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    private const string Listener = "Microsoft.Extensions.Hosting";
    private const string HostBuilt = "HostBuilt";

    private static readonly TimeSpan _timeout = TimeSpan.FromSeconds(2);

    private IDisposable? _listeners;
    private volatile AppHost? _app;
    private int _hasReported;

    public void Begin() => _listeners = DiagnosticListener.AllListeners.Subscribe(this);

    /// <summary>Stops the app in the same way as it would stop itself.</summary>
    public void Stop()
    {
        try
        {
            if (_app is { } app)
            {
                app.Stop();
                return;
            }
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"ThroughputKit: the app could not be asked to stop: {e}");
        }

        Environment.Exit(0); // hosts of older kinds stop when the process exits
    }

    public void OnNext(DiagnosticListener value)
    {
        if (value.Name == Listener)
        {
            value.Subscribe(this);
        }
    }

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value.Key == HostBuilt && value.Value is { } host)
        {
            Try(() => Watch(host));
        }
    }

    public void OnCompleted()
    {
        // nothing to end
    }

    public void OnError(Exception error)
    {
        // nothing to end
    }

    // The only method here that uses a type of the framework: an app that builds no host may lack it.
    private void Watch(object built)
    {
        if (Volatile.Read(ref _hasReported) == 0 && built is IHost { Services: var services })
        {
            var host = new AppHost(services);
            _app = host;
            host.Started(() => Try(() => HasStarted(host)));
            if (host.TryPrepareServer(port))
            {
                kit.Send(HookMessage.Built, []);
            }
        }
    }

    // The first host with a web server is the app. Other hosts may start before it; they are reported only if no web host follows.
    private void HasStarted(AppHost host)
    {
        if (host.IsWeb)
        {
            Report(host);
        }
        else
        {
            _ = Task.Delay(_timeout).ContinueWith(_ => Try(() => Report(host)), TaskScheduler.Default);
        }
    }

    private void Report(AppHost host)
    {
        if (Interlocked.Exchange(ref _hasReported, 1) == 0)
        {
            _app = host;
            _listeners?.Dispose();
            host.Stopping(() => Try(() => kit.Send(HookMessage.Stopping, [])));
            kit.Send(HookMessage.Started, host.Facts());
        }
    }

    // Runs within the app's own code, which must not be disturbed.
    private static void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"ThroughputKit: {e}");
        }
    }
}
