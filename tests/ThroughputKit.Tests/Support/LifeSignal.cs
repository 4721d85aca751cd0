using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Tests.Support;

/// <summary>A hosted service that tells when its host has started and when it has been stopped, each once.</summary>
internal sealed class LifeSignal(Action started, Action stopped) : IHostedService
{
    private int _running;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        Interlocked.Exchange(ref _running, 1);
        started();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _running, 0) == 1)
        {
            stopped();
        }

        return Task.CompletedTask;
    }
}
