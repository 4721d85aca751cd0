namespace ThroughputKit;

/// <summary>
/// Allocated bytes as a gate judges them: measured after the run's own window, once no code is being compiled, in short windows of which
/// the smallest counts if another one confirms it. What is measured here is in no other figure.
/// </summary>
public sealed record AllocationFigures
{
    private const int TypesShown = 5;
    private const double VariationOfLargeRequests = 0.01;

    /// <summary>
    /// Gets the allocated bytes a request: the smallest window's. <see langword="null"/> if no other window confirmed it, or there was
    /// nothing to measure; findings say why.
    /// </summary>
    public double? BytesPerRequest { get; init; }

    /// <summary>Gets each window's bytes a request, without the background, in the order in which they were measured.</summary>
    public IReadOnlyList<double> Windows { get; init; } = [];

    /// <summary>
    /// Gets by which share of it the figure may differ from one process to the next, though the code is the same, as a fraction: 0.01 where a request allocates
    /// more than 16,000 B, otherwise 0. Caches that hash by address and code that is compiled by what was seen of it are the same for as long as a process
    /// lives, and others in the next: docs/trust.md has the figures.
    /// </summary>
    public double Variation => BytesPerRequest > LargeRequest ? VariationOfLargeRequests : 0;

    /// <summary>Gets how many bytes a request may allocate for its figure to be the same in every process.</summary>
    internal static double LargeRequest => 16_000;

    /// <summary>Gets the bytes that the process allocates a second without any request, which the windows leave out in proportion to their length.</summary>
    public double BackgroundBytesPerSecond { get; init; }

    /// <summary>
    /// Gets the five types of which most bytes are allocated, the largest share first. Sampled only where the limit was exceeded, and in
    /// an app in a process of its own only on .NET 10 or later; otherwise empty.
    /// </summary>
    public IReadOnlyList<AllocatedType> TopTypes => [.. Types.Take(TypesShown)];

    /// <summary>Gets all types that were sampled, up to 40.</summary>
    internal IReadOnlyList<AllocatedType> Types { get; init; } = [];

    /// <summary>Gets about how many bytes were allocated while types were sampled.</summary>
    internal double SampledBytes { get; init; }

    /// <summary>Gets why nothing could be measured; <see langword="null"/> if windows were, even if none confirmed another.</summary>
    internal string? WhyNotMeasured { get; init; }

    /// <summary>Gets the share of the background in all that the smallest window allocated, as a fraction.</summary>
    internal double BackgroundShare { get; init; }

    /// <summary>Gets how many methods were compiled while it was waited for none to be, if that was in vain; 0 otherwise.</summary>
    internal long MethodsStillCompiled { get; init; }
}
