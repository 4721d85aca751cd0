namespace ThroughputKit;

/// <summary>
/// The bytes that the managed heap keeps for each request. They are measured after the run's own window, in stretches of load with full collections in
/// between. These measurements are in no other figure.
/// </summary>
public sealed record RetentionFigures
{
    internal RetentionFigures()
    {
    }

    /// <summary>
    /// Gets the retained bytes per request: the second smallest growth of the heap, and at least zero. What is filled once, such as a cache, doesn't grow in
    /// all stretches, and a pool that is emptied hides the growth of one. <see langword="null"/> if it could not be measured.
    /// </summary>
    public double? BytesPerRequest { get; init; }

    /// <summary>Gets the growth of the heap in each stretch, in bytes per request, in the order of measurement. It is negative where the heap shrank.</summary>
    public IReadOnlyList<double> Stretches { get; init; } = [];

    /// <summary>
    /// Gets how many bytes per request may be noise: 16 KB for a stretch, divided by its requests. That is 0.8 with 20,000 requests.
    /// </summary>
    public double Noise { get; init; }

    /// <summary>Gets the reason why nothing could be measured; <see langword="null"/> if it was.</summary>
    internal string? WhyNotMeasured { get; init; }
}
