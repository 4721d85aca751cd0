namespace TestApp;

/// <summary>A background service that crashes when it is told to.</summary>
public sealed class CrashingService : BackgroundService
{
    private readonly TaskCompletionSource _crash = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Crash() => _crash.TrySetResult();

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await _crash.Task.WaitAsync(stoppingToken);
        throw new InvalidOperationException("The queue 'orders' was deleted.");
    }
}
