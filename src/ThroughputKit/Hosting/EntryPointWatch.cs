using System.Diagnostics;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Hosting;

/// <summary>
/// Observes the hosts that one start of an entry point builds, and ends it at the first that the framework's factory can't load: the factory takes the
/// first host of the newer kind, whatever that is, and would leave the real app running on its own port.
/// </summary>
internal sealed class EntryPointWatch : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>, IDisposable
{
    private const string Resolver = "Microsoft.Extensions.Hosting.HostFactoryResolver";
    private const string OldBuilder = "Microsoft.AspNetCore.Hosting.WebHostBuilder";

    // The factory runs the entry point on a thread that inherits this.
    private static readonly AsyncLocal<EntryPointWatch?> _current = new();

    private readonly string _app;
    private readonly IDisposable _listeners;
    private readonly bool _takesFirstHost;
    private volatile bool _isBuilding;
    private volatile bool _hasWebHost;
    private volatile Problem? _problem;

    /// <param name="app">The app's name.</param>
    /// <param name="takesFirstHost">Whether the factory loads the first host that the entry point builds, rather than one that the app names.</param>
    public EntryPointWatch(string app, bool takesFirstHost)
    {
        (_app, _takesFirstHost) = (app, takesFirstHost);
        _listeners = DiagnosticListener.AllListeners.Subscribe(this);
    }

    /// <summary>Gets the reason why the app can't be loaded in this process; <see langword="null"/> if there is none.</summary>
    public Problem? Problem => _problem;

    /// <summary>Runs a start that this observes.</summary>
    public void Run(Action start)
    {
        _current.Value = this;
        start();
    }

    public void OnNext(DiagnosticListener value)
    {
        if (value.Name == "Microsoft.Extensions.Hosting")
        {
            value.Subscribe(this); // each build has a listener of its own
        }
        else if (value.Name == "Microsoft.AspNetCore" && (!_isBuilding || _problem is not null) && _current.Value == this && IsOfOldHost())
        {
            Refuse(AppStart.OldWebHost(_app));
        }
    }

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value is not { Key: "HostBuilding", Value: IHostBuilder builder } || _current.Value != this)
        {
            return;
        }

        if (_problem is { } problem)
        {
            Refuse(problem);
        }

        _isBuilding = true; // an old web host beside the app's own is another server's
        if (_takesFirstHost && !_hasWebHost)
        {
            // Runs before the services that the factory adds.
            builder.ConfigureServices((_, services) =>
            {
                _hasWebHost |= services.Any(s => s.ServiceType == typeof(IServer));
                if (!_hasWebHost)
                {
                    Refuse(AppStart.NoWebServer(_app));
                }
            });
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

    /// <summary>Ends the observation, unless something was refused: the entry point may still try to build another host.</summary>
    public void Dispose()
    {
        if (_problem is null)
        {
            _listeners.Dispose();
        }
    }

    /// <summary>Ends the start with a problem. The entry point ends with this exception, unless it catches it.</summary>
    public void Refuse(Problem problem)
    {
        _problem = problem;
        throw new LoadTestException(problem);
    }

    /// <summary>Refuses every further host: nobody would stop it.</summary>
    public void Abandon() => _problem ??= new Problem($"The start of {_app} was given up", "a start within its limit", "It built a host after that.");

    private static bool IsOfOldHost()
    {
        string?[] types = [.. new StackTrace().GetFrames().Select(f => f.GetMethod()?.DeclaringType?.FullName)];
        return types.Contains(OldBuilder) && types.Any(t => t?.StartsWith(Resolver, StringComparison.Ordinal) == true);
    }
}
