namespace ThroughputKit;

/// <summary>What completed within one stretch of the window.</summary>
public sealed record LoadInterval
{
    /// <summary>Gets when it begins, from the window's start.</summary>
    public required TimeSpan Start { get; init; }

    /// <summary>Gets how long it is. All intervals of a result are of one length, but the last may be shorter.</summary>
    public required TimeSpan Length { get; init; }

    /// <summary>Gets how many requests succeeded.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets how many requests failed.</summary>
    public required long Failed { get; init; }

    /// <summary>Gets the mean latency of those that succeeded.</summary>
    public required TimeSpan MeanLatency { get; init; }

    /// <summary>Gets the longest latency of those that succeeded.</summary>
    public required TimeSpan MaxLatency { get; init; }

    /// <summary>Gets the succeeded requests per second.</summary>
    public double RequestsPerSecond => Length > TimeSpan.Zero ? Succeeded / Length.TotalSeconds : 0;
}
