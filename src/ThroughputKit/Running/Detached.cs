using System.Diagnostics;

namespace ThroughputKit.Running;

/// <summary>
/// Runs work detached from its caller: outside the caller's synchronization context, which test frameworks limit to few threads, and with a cancellation
/// whose callbacks don't run inside the caller's Cancel.
/// </summary>
internal static class Detached
{
    public static Task<T> RunAsync<T>(IProgress<LoadProgress>? progress, Func<RunContext, Task<T>> work, CancellationToken cancellationToken) => Task.Run(
        async () =>
        {
            using var relay = new CancellationTokenSource();
            var passing = Task.CompletedTask;
            var registration = cancellationToken.UnsafeRegister(_ => passing = relay.CancelAsync(), state: null);
            try
            {
                return await work(new RunContext(relay.Token) { Progress = new ProgressReport(progress, Stopwatch.GetTimestamp()) }).ConfigureAwait(false);
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
        },
        cancellationToken);
}
