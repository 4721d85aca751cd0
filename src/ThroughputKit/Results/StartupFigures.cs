namespace ThroughputKit;

/// <summary>The time the app took to start and respond.</summary>
public sealed record StartupFigures
{
    internal StartupFigures()
    {
    }

    /// <summary>
    /// Gets the time from the start of the app, or of its process, until it could be loaded; <see langword="null"/> if the kit did not start it in this run.
    /// </summary>
    public TimeSpan? HostStart { get; init; }

    /// <summary>
    /// Gets the duration of the first request, alone, with its connection; without a warm-up, that of the first request of the window, under load.
    /// <see langword="null"/> if the app was not started for this run, or the request failed.
    /// </summary>
    public TimeSpan? FirstResponse { get; init; }
}
