namespace TestApp;

internal sealed class HangingService : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.Delay(Timeout.Infinite, cancellationToken);

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
