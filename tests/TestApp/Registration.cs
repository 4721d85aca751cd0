using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace TestApp;

/// <summary>Reads the app's only address once the app has started, as the clients of service registries do.</summary>
internal sealed class Registration(IServer server) : IHostedLifecycleService
{
    public Task StartedAsync(CancellationToken cancellationToken)
    {
        _ = new Uri(server.Features.Get<IServerAddressesFeature>()!.Addresses.Single());
        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
