using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Tests.Support;

/// <summary>A hosted service that tells when its host has stopped it.</summary>
internal sealed class StopSignal(TaskCompletionSource stopped) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken)
    {
        stopped.TrySetResult();
        return Task.CompletedTask;
    }
}
