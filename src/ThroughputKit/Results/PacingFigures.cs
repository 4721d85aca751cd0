namespace ThroughputKit;

/// <summary>How well a set rate of requests, passes of a chain or iterations of a scenario was kept. They are counted here alike.</summary>
public sealed record PacingFigures
{
    internal PacingFigures()
    {
    }

    /// <summary>Gets the number of requests planned within the window.</summary>
    public required long Planned { get; init; }

    /// <summary>
    /// Gets the number of planned requests that were never sent: every connection was waiting for a response until the window's end, or the generator had
    /// no processor time left. Their waits count as latency: <see cref="LatencyFigures.Unanswered"/>.
    /// </summary>
    public required long Unsent { get; init; }

    /// <summary>Gets the number of unsent requests for which a connection was free: the generator had no time to send them.</summary>
    internal long UnsentForGenerator { get; init; }

    /// <summary>Gets the number of requests sent more than a millisecond later than planned.</summary>
    public required long Late { get; init; }

    /// <summary>
    /// Gets the number of late requests that had to wait for a connection, because all were waiting for responses; the generator sent the others late.
    /// </summary>
    internal long LateForConnection { get; init; }

    /// <summary>
    /// Gets the lateness: how much later than planned requests were sent. A request's latency counts from the planned time, so it includes the lateness.
    /// </summary>
    public required LatencyFigures Lateness { get; init; }
}
