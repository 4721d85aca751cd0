using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ThroughputKit.Hosting;

/// <summary>A host that the caller owns: started if necessary, never stopped or disposed.</summary>
internal sealed class HostTarget(IHost host, OwnPort port = OwnPort.Http1) : ILoadTarget
{
    public string Name => "The host";

    public bool IsInProcess => true;

    public bool IsKept => true;

    public OwnPort Port => port;

    public ILoadTarget On(OwnPort port) => new HostTarget(host, port);

    public IEnumerable<Problem> Check() => LifetimeOrNull() switch
    {
        null => [new("The host has been disposed", "a host that runs or can be started", "Dispose it after the last load test, not before.")],
        { ApplicationStopping.IsCancellationRequested: true } => [new(
            "The host has been stopped", "a host that runs or can be started", "Kestrel can't be started twice. Build a new host.")],
        _ => [],
    };

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var giveUp = new CancellationTokenSource();
        try
        {
            var hostStart = await AppStart.RunOnceAsync(host, Name, () => Begin(giveUp.Token), timeout, cancellationToken).ConfigureAwait(false);
            return await CallersServer.FindAsync(host, host.Services, Name, hostStart, port, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await giveUp.CancelAsync().ConfigureAwait(false);
            throw;
        }
    }

    // On the pool: a hosted service that blocks in its start must not block a caller that waits with a limit.
    private Task? Begin(CancellationToken giveUp)
    {
        if (LifetimeOrNull() is { ApplicationStarted.IsCancellationRequested: true })
        {
            return null;
        }

        // Any host has options of any kind. Those without services belong to no server.
        if (port != OwnPort.Http1 && host.Services.GetService<IOptions<KestrelServerOptions>>()?.Value is { ApplicationServices: not null } kestrel)
        {
            CallersServer.Add(host, kestrel, port);
        }

        return Task.Run(() => host.StartAsync(giveUp), CancellationToken.None);
    }

    private IHostApplicationLifetime? LifetimeOrNull()
    {
        try
        {
            return host.Services.GetRequiredService<IHostApplicationLifetime>();
        }
        catch (ObjectDisposedException)
        {
            return null;
        }
    }
}
