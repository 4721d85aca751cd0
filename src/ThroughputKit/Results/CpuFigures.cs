namespace ThroughputKit;

/// <summary>
/// Processor time within the window and its drain: of the app and the generator together if the app runs in this process, of the app alone for
/// <see cref="LoadTest.ForPublished"/>, and of the generator alone if the app runs elsewhere.
/// </summary>
public sealed record CpuFigures
{
    internal CpuFigures()
    {
    }

    /// <summary>Gets the processor time of the process, over all cores.</summary>
    public required TimeSpan Time { get; init; }

    /// <summary>Gets the processor time divided by the number of complete responses; <see langword="null"/> if there were none.</summary>
    public TimeSpan? TimePerRequest { get; init; }

    /// <summary>Gets the mean number of cores that the process kept busy.</summary>
    public required double BusyCores { get; init; }
}
