namespace ThroughputKit.Hosting;

/// <summary>Waits for a start within its time limit and reports the failure in words.</summary>
internal static class StartWait
{
    /// <param name="start">The start.</param>
    /// <param name="app">The app's name.</param>
    /// <param name="left">The time that is left for the start.</param>
    /// <param name="allowed">The total time allowed, for the message.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="LoadTestException">The start failed or took too long.</exception>
    public static async Task WaitAsync(Task start, string app, TimeSpan left, TimeSpan allowed, CancellationToken cancellationToken)
    {
        try
        {
            await start.WaitAsync(left, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException) when (!start.IsCompleted)
        {
            throw new LoadTestException(StartProblems.TooSlow(app, allowed));
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(StartProblems.Threw(app, e), e);
        }
    }
}
