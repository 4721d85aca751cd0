namespace ThroughputKit;

/// <summary>
/// The allocated bytes that a gate judges. They are measured after the run's own window, once no code is being compiled, in short windows; the smallest
/// counts if another one confirms it. These measurements are in no other figure.
/// </summary>
public sealed record AllocationFigures
{
    internal AllocationFigures()
    {
    }

    private const int TypesShown = 5;
    private const double VariationOfLargeRequests = 0.02;

    /// <summary>
    /// Gets the allocated bytes per request, from the smallest window; <see langword="null"/> if no other window confirmed it, or there was nothing to
    /// measure. Findings give the reason.
    /// </summary>
    public double? BytesPerRequest { get; init; }

    /// <summary>Gets the bytes per request of each window, without the background, in the order of measurement.</summary>
    public IReadOnlyList<double> Windows { get; init; } = [];

    /// <summary>
    /// Gets the relative variation of the figure between processes that run the same code, as a fraction: 0.02 if a request allocates more than 16,000 B,
    /// otherwise 0. Caches that hash by address, and code that is compiled with profile data, stay the same for the lifetime of a process and differ in the
    /// next: docs/trust.md has the figures.
    /// </summary>
    public double Variation => VariationOf(BytesPerRequest ?? 0);

    /// <summary>Gets the maximum number of bytes that a request may allocate for its figure to be the same in every process.</summary>
    internal static double LargeRequest => 16_000;

    /// <summary>Returns the variation of a figure, as a fraction.</summary>
    internal static double VariationOf(double bytesPerRequest) => bytesPerRequest > LargeRequest ? VariationOfLargeRequests : 0;

    /// <summary>
    /// Gets the bytes per second that the process allocates without any requests. They are subtracted from the windows in proportion to their length.
    /// </summary>
    public double BackgroundBytesPerSecond { get; init; }

    /// <summary>
    /// Gets the five types with the most allocated bytes, the largest share first. They are sampled only if the limit was exceeded, and for an app in a
    /// process of its own only on .NET 10 or later; otherwise empty.
    /// </summary>
    public IReadOnlyList<AllocatedType> TopTypes => [.. Types.Take(TypesShown)];

    /// <summary>Gets all sampled types, up to 40.</summary>
    internal IReadOnlyList<AllocatedType> Types { get; init; } = [];

    /// <summary>Gets the approximate number of bytes allocated while types were sampled.</summary>
    internal double SampledBytes { get; init; }

    /// <summary>Gets the reason why nothing could be measured; <see langword="null"/> if windows were measured, even if none confirmed another.</summary>
    internal string? WhyNotMeasured { get; init; }

    /// <summary>Gets the background's share of all allocations in the smallest window, as a fraction.</summary>
    internal double BackgroundShare { get; init; }

    /// <summary>Gets the number of methods compiled while waiting for compilation to end, if it never ended; otherwise 0.</summary>
    internal long MethodsStillCompiled { get; init; }
}
