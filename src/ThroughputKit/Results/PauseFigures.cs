namespace ThroughputKit;

/// <summary>How well the pauses of a chain's virtual users were kept: see <see cref="LoadRequest.WithPause(TimeSpan)"/>.</summary>
public sealed record PauseFigures
{
    internal PauseFigures()
    {
    }

    /// <summary>Gets the number of pauses that ended within the window.</summary>
    public required long Count { get; init; }

    /// <summary>Gets the number of requests sent more than a millisecond after the end of the pause before them.</summary>
    public required long Late { get; init; }

    /// <summary>
    /// Gets the lateness: how much later requests were sent than the pause before them was to end. Their latency counts from when they are sent.
    /// </summary>
    public required LatencyFigures Lateness { get; init; }
}
