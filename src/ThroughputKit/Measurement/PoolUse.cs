namespace ThroughputKit.Measurement;

/// <summary>What became of this process's thread pool within the window.</summary>
internal sealed record PoolUse
{
    /// <summary>Gets how many threads it gives without delay.</summary>
    public required int Minimum { get; init; }

    /// <summary>Gets the highest minimum that the kit has given it; 0 if it has given none.</summary>
    public required int Granted { get; init; }

    /// <summary>Gets how many threads it had when the window began.</summary>
    public required int ThreadsBefore { get; init; }

    /// <summary>Gets how many threads it had when the last request had been answered.</summary>
    public required int ThreadsAfter { get; init; }

    /// <summary>Gets how many times it was looked at, one every 100 ms.</summary>
    public required int Looks { get; init; }

    /// <summary>Gets how many times work was seen to wait for a thread.</summary>
    public required int Waiting { get; init; }

    /// <summary>Gets how many work items still waited when the last request had been answered.</summary>
    public required long Pending { get; init; }
}
