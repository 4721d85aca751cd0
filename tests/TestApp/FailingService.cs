namespace TestApp;

internal sealed class FailingService : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) =>
        throw new InvalidOperationException("The queue 'orders' is not there.");

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
