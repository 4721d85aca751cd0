namespace ThroughputKit.Probes;

/// <summary>The use of this process's thread pool within the window.</summary>
internal sealed record PoolUse
{
    /// <summary>Gets the number of threads that the pool provides without delay.</summary>
    public required int Minimum { get; init; }

    /// <summary>Gets the highest minimum that the kit has set; 0 if it has set none.</summary>
    public required int Granted { get; init; }

    /// <summary>Gets the number of threads at the beginning of the window.</summary>
    public required int ThreadsBefore { get; init; }

    /// <summary>Gets the number of threads when the last request had been answered.</summary>
    public required int ThreadsAfter { get; init; }

    /// <summary>Gets the number of samples, one every 100 ms.</summary>
    public required int Looks { get; init; }

    /// <summary>Gets the number of samples in which work was waiting for a thread.</summary>
    public required int Waiting { get; init; }

    /// <summary>Gets the number of work items still waiting when the last request had been answered.</summary>
    public required long Pending { get; init; }
}
