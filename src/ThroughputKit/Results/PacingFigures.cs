namespace ThroughputKit;

/// <summary>How well a set rate was kept.</summary>
public sealed record PacingFigures
{
    /// <summary>Gets how many requests were to be sent within the window.</summary>
    public required long Planned { get; init; }

    /// <summary>
    /// Gets how many of them were never sent: every connection was waiting for a response until the window's end, or the generator had no
    /// processor time left. Their waits count as latency: <see cref="LatencyFigures.Censored"/>.
    /// </summary>
    public required long Unsent { get; init; }

    /// <summary>Gets how many of the unsent ones could have been sent, because a connection was free: the generator had no time for them.</summary>
    internal long UnsentForGenerator { get; init; }

    /// <summary>Gets how many were sent more than a millisecond later than planned.</summary>
    public required long Late { get; init; }

    /// <summary>Gets how many of the late ones had to wait for a connection, because all waited for responses; the others the generator sent late.</summary>
    internal long LateForConnection { get; init; }

    /// <summary>Gets by how much requests were sent later than planned. A request's latency counts from the planned time, so it holds this too.</summary>
    public required LatencyFigures Lateness { get; init; }
}
