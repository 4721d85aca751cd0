namespace ThroughputKit.Running;

/// <summary>Forwards a cancellation from a pool thread, so that its callbacks don't run inside the caller's Cancel.</summary>
internal static class CancellationRelay
{
    public static async Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> work, CancellationToken cancellationToken)
    {
        using var relay = new CancellationTokenSource();
        var passing = Task.CompletedTask;
        var registration = cancellationToken.UnsafeRegister(_ => passing = relay.CancelAsync(), state: null);
        try
        {
            return await work(relay.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellationToken);
        }
        finally
        {
            await registration.DisposeAsync().ConfigureAwait(false);
            await passing.ConfigureAwait(false);
        }
    }
}
