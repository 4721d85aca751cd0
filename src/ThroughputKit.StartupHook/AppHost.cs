using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting;

namespace ThroughputKit.StartupHooks;

/// <summary>A host of the app.</summary>
internal sealed class AppHost
{
    private const string RequestLog = "Microsoft.AspNetCore.Hosting.Diagnostics";

    private readonly IServiceProvider _services;
    private readonly WebServer? _server;

    public AppHost(IServiceProvider services) => (_services, _server) = (services, WebServer.Of(services));

    /// <summary>Gets whether the host has a web server.</summary>
    public bool IsWeb => _server?.Exists == true;

    private IHostApplicationLifetime Lifetime => _services.GetRequiredService<IHostApplicationLifetime>();

    /// <summary>Puts the server on a port of the kit's own, before it starts. Returns false if it isn't Kestrel.</summary>
    public bool TryPrepareServer(OwnPort port) => _server?.TryPrepare(port) == true;

    public void Started(Action then) => Lifetime.ApplicationStarted.Register(then);

    public void Stopping(Action then) => Lifetime.ApplicationStopping.Register(then);

    public void Stop() => Lifetime.StopApplication();

    /// <summary>Returns the facts that the kit needs once the host has started.</summary>
    public string[] Facts() =>
    [
        .. (_server?.Addresses() ?? []).Select(a => $"address {a}"),
        $"certificate {_server?.Certificate}",
        $"environment {_services.GetService<IHostEnvironment>()?.EnvironmentName}",
        $"logs-requests {_services.GetService<ILoggerFactory>()?.CreateLogger(RequestLog).IsEnabled(LogLevel.Information)}",
    ];
}
