namespace ThroughputKit.Hosting;

/// <summary>Waits for a start as long as it may take, and says in words what became of it.</summary>
internal static class Patience
{
    /// <param name="start">The start.</param>
    /// <param name="app">The app's name.</param>
    /// <param name="left">How long it may still take.</param>
    /// <param name="allowed">How long it may take in all, for the message.</param>
    /// <param name="cancellationToken">Gives up waiting.</param>
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
