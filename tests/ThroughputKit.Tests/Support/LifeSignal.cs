using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Tests.Support;

/// <summary>A hosted service that calls back when its host has started and when it has stopped, once each.</summary>
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
