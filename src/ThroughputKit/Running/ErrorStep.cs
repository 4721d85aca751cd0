using ThroughputKit.Hosting;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>Asks an app that has failed every request why: sends it one more, and reads what it logs of it.</summary>
internal static class ErrorStep
{
    private const int LeastServerError = 500;

    /// <returns>The first error that it logged then; <see langword="null"/> if there is nothing to ask, or no answer.</returns>
    public static async Task<string?> RunAsync(ReadyLoad load, LoadResult result, CancellationToken cancellationToken)
    {
        if (result.Succeeded > 0 || result.Statuses.Count == 0 || result.Statuses.Keys.Any(s => s < LeastServerError) || load.App.Facts?.Services is not { } services)
        {
            return null;
        }

        using var log = ErrorLog.AddTo(services);
        try
        {
            await load.Phases.RunAsync(
                TimeSpan.MaxValue, new RequestBudget(1, connections: 1), closing: load.App.Stopping, cancellationToken: cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was measured is worth more.
        }

        return log?.First;
    }
}
