namespace ThroughputKit.Running;

/// <summary>Computes the retained bytes per request from stretches of load between full collections. Pure: heaps in, figure out.</summary>
/// <remarks>
/// A leak grows in every stretch, and what is filled once, such as a cache, in some. But a pool that is emptied in one stretch may hide the growth there.
/// So the second smallest growth counts, and more stretches are taken before a limit counts as exceeded.
/// </remarks>
/// <param name="limit">The maximum allowed bytes per request.</param>
internal sealed class RetentionStretches(double limit)
{
    /// <summary>The minimum number of stretches.</summary>
    public const int MinStretches = 3;

    /// <summary>The number of stretches before a limit counts as exceeded.</summary>
    public const int MaxStretches = 6;

    // The heap after a full collection differs by up to so much although nothing is kept. The figures are in docs/measuring.md.
    private const double NoiseOfStretch = MemoryFigures.HeapNoise;

    private readonly List<double> _bytes = [];
    private long _fewest = long.MaxValue;

    /// <summary>Gets the growth of each stretch, in bytes per request.</summary>
    public IReadOnlyList<double> BytesPerRequest => _bytes;

    /// <summary>Gets the bytes per request that may be noise.</summary>
    public double Noise => NoiseOfStretch / _fewest;

    /// <summary>Gets the retained bytes per request; <see langword="null"/> before there are enough stretches.</summary>
    public double? Figure => _bytes.Count < MinStretches ? null : Math.Max(0, _bytes.Order().ElementAt(1));

    /// <summary>Gets whether no more stretches are needed.</summary>
    public bool IsOver => _bytes.Count >= MaxStretches || Figure + Noise <= limit;

    /// <summary>Adds a stretch of load.</summary>
    /// <param name="heapBefore">The size of the heap in bytes, after a full collection.</param>
    /// <param name="heapAfter">The same after the load.</param>
    /// <param name="requests">The number of requests in between, one or more.</param>
    public void Add(long heapBefore, long heapAfter, long requests)
    {
        _bytes.Add((double)(heapAfter - heapBefore) / requests);
        _fewest = Math.Min(_fewest, requests);
    }
}
