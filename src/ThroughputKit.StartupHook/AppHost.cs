using System.Collections;

namespace ThroughputKit.StartupHooks;

/// <summary>A host of the app, accessed by reflection: the hook is built without the framework, so it works with every version of it.</summary>
internal sealed class AppHost(object host)
{
    private static readonly Type? _server = Type.GetType("Microsoft.AspNetCore.Hosting.Server.IServer, Microsoft.AspNetCore.Hosting.Server.Abstractions");
    private static readonly Type? _lifetime = Type.GetType("Microsoft.Extensions.Hosting.IHostApplicationLifetime, Microsoft.Extensions.Hosting.Abstractions");
    private static readonly Type? _environment = Type.GetType("Microsoft.Extensions.Hosting.IHostEnvironment, Microsoft.Extensions.Hosting.Abstractions");

    private readonly IServiceProvider _services = (IServiceProvider)host.Get("Services")!;
    private KestrelPort? _port;

    /// <summary>Gets whether the host has a web server.</summary>
    public bool IsWeb => Server is not null;

    private object? Server => _server is null ? null : _services.GetService(_server);

    private object Lifetime => _services.GetService(_lifetime!)!;

    /// <summary>Puts the server on a port of the kit's own, before it starts. Returns false if it isn't Kestrel.</summary>
    public bool TryPrepareServer() => (_port = KestrelPort.Take(_services)) is not null;

    public void Started(Action then) => ((CancellationToken)_lifetime!.GetProperty("ApplicationStarted")!.GetValue(Lifetime)!).Register(then);

    public void Stopping(Action then) => ((CancellationToken)_lifetime!.GetProperty("ApplicationStopping")!.GetValue(Lifetime)!).Register(then);

    public void Stop() => _lifetime!.GetMethod("StopApplication")!.Invoke(Lifetime, null);

    /// <summary>Returns the facts that the kit needs once the host has started.</summary>
    public IEnumerable<(string Name, object? Value)> Facts()
    {
        foreach (var address in _port?.Address is { } own ? [own] : Addresses())
        {
            yield return ("address", address);
        }

        yield return ("environment", _environment is null ? null : _services.GetService(_environment)?.Get("EnvironmentName"));
        yield return ("logs-requests", RequestLog.IsOn(_services));
    }

    private string[] Addresses()
    {
        var features = (IEnumerable?)Server?.Get("Features") ?? Array.Empty<object>();
        foreach (var feature in features.Cast<KeyValuePair<Type, object>>().Where(f => f.Key.Name == "IServerAddressesFeature"))
        {
            return ((IEnumerable<string>)feature.Key.GetProperty("Addresses")!.GetValue(feature.Value)!).ToArray();
        }

        return [];
    }
}
