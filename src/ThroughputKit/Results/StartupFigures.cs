namespace ThroughputKit;

/// <summary>How long the app took to be of use.</summary>
public sealed record StartupFigures
{
    /// <summary>Gets how long the host took to start; <see langword="null"/> when the kit did not start it in this run.</summary>
    public TimeSpan? HostStart { get; init; }

    /// <summary>
    /// Gets how long the run's first request took, alone, with its connection. Without a warm-up it is the first response
    /// of the window, under load. <see langword="null"/> if there was none.
    /// </summary>
    public TimeSpan? FirstResponse { get; init; }
}
