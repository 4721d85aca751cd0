namespace ThroughputKit;

/// <summary>How long the app took to be of use.</summary>
public sealed record StartupFigures
{
    /// <summary>Gets how long the host took to start; <see langword="null"/> when the kit did not start it in this run.</summary>
    public TimeSpan? HostStart { get; init; }

    /// <summary>
    /// Gets how long the first request took, alone, with its connection; without a warm-up, the first of the window, under
    /// load. <see langword="null"/> if the app was not started for this run, or the request failed.
    /// </summary>
    public TimeSpan? FirstResponse { get; init; }
}
