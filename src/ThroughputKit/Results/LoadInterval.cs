namespace ThroughputKit;

/// <summary>The requests completed within one interval of the window.</summary>
public sealed record LoadInterval
{
    internal LoadInterval()
    {
    }

    /// <summary>Gets the start of the interval, from the window's start.</summary>
    public required TimeSpan Start { get; init; }

    /// <summary>Gets the length of the interval. All intervals of a result have the same length, except that the last may be shorter.</summary>
    public required TimeSpan Length { get; init; }

    /// <summary>Gets the number of successful requests.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets the number of failed requests.</summary>
    public required long Failed { get; init; }

    /// <summary>Gets the mean latency of the successful requests.</summary>
    public required TimeSpan MeanLatency { get; init; }

    /// <summary>Gets the maximum latency of the successful requests.</summary>
    public required TimeSpan MaxLatency { get; init; }

    /// <summary>
    /// Gets the collections and the memory of the process; <see langword="null"/> if they are not known: for an app that isn't in this process, for a scenario,
    /// and for the result of an older version.
    /// </summary>
    public IntervalMemory? Memory { get; init; }

    /// <summary>Gets the number of successful requests per second.</summary>
    public double Rps => Length > TimeSpan.Zero ? Succeeded / Length.TotalSeconds : 0;
}
