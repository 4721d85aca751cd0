using System.Diagnostics;
using Microsoft.AspNetCore.Mvc.Testing;

namespace ThroughputKit.Hosting;

/// <summary>Starts a factory on a thread of its own, because that blocks, and waits no longer than it may.</summary>
internal static class FactoryStart
{
    public static async Task<TimeSpan> RunAsync<TEntryPoint>(
        WebApplicationFactory<TEntryPoint> factory, string app, TimeSpan timeout, CancellationToken cancellationToken)
        where TEntryPoint : class
    {
        var begun = Stopwatch.GetTimestamp();
        var start = Task.Factory.StartNew(
            factory.StartServer, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            await start.WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Stopwatch.GetElapsedTime(begun);
        }
        catch (TimeoutException) when (!start.IsCompleted)
        {
            throw new LoadTestException(StartProblems.TooSlow(app, timeout));
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(StartProblems.Threw(app, e), e);
        }
    }
}
