namespace ThroughputKit;

/// <summary>
/// The output of an app under load, mostly its log: the lines per request, and the categories of the log entries as shares of all lines, the most frequent
/// first. The cost is <see langword="null"/> if the log could not be silenced to measure it.
/// </summary>
internal sealed record LoggingFigures(double LinesPerRequest, IReadOnlyList<(string Category, double Share)> Categories)
{
    /// <summary>Gets the share of the processor time per request spent on logging, as a fraction.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Gets the bytes per request allocated by logging.</summary>
    public double? BytesPerRequest { get; init; }
}
