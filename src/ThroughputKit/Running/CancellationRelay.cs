namespace ThroughputKit.Running;

/// <summary>Passes a cancellation on from a thread of the pool, so that what it sets off doesn't run within the caller's Cancel.</summary>
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
