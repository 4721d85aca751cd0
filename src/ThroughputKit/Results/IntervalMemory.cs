namespace ThroughputKit;

/// <summary>
/// The garbage collections of the app's process within one interval of the window, as seen every 10 ms, and the size of its generations. Those of the last
/// interval include the drain's. Sizes are those after the latest collection that was looked up, at most ten times a second.
/// </summary>
public sealed record IntervalMemory
{
    internal IntervalMemory()
    {
    }

    /// <summary>Gets the number of collections of generation 0 alone.</summary>
    public required int Gen0Collections { get; init; }

    /// <summary>Gets the number of generation 1 collections.</summary>
    public required int Gen1Collections { get; init; }

    /// <summary>Gets the number of generation 2 collections.</summary>
    public required int Gen2Collections { get; init; }

    /// <summary>Gets the size of generation 0 in bytes: what survived, and was not promoted.</summary>
    public required long Gen0Bytes { get; init; }

    /// <summary>Gets the size of generation 1 in bytes.</summary>
    public required long Gen1Bytes { get; init; }

    /// <summary>Gets the size of generation 2 in bytes.</summary>
    public required long Gen2Bytes { get; init; }

    /// <summary>Gets the size of large and pinned objects in bytes.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>Gets the size of all of them in bytes.</summary>
    internal long AllBytes => Gen0Bytes + Gen1Bytes + Gen2Bytes + LargeBytes;

    /// <summary>Gets the number of collections of any generation.</summary>
    internal int Collections => Gen0Collections + Gen1Collections + Gen2Collections;

    /// <summary>Returns this with the collections of several intervals, of which this may be one.</summary>
    internal IntervalMemory WithCollectionsOf(IReadOnlyCollection<IntervalMemory> all) => this with
    {
        Gen0Collections = all.Sum(m => m.Gen0Collections),
        Gen1Collections = all.Sum(m => m.Gen1Collections),
        Gen2Collections = all.Sum(m => m.Gen2Collections),
    };
}
