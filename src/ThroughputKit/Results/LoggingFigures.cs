namespace ThroughputKit;

/// <summary>The output of an app under load, mostly its log, and its cost.</summary>
/// <param name="LinesPerRequest">The number of lines per request.</param>
/// <param name="Categories">The categories of the log entries, as shares of all lines, the most frequent first.</param>
internal sealed record LoggingFigures(double LinesPerRequest, IReadOnlyList<(string Category, double Share)> Categories)
{
    /// <summary>
    /// Gets the share of the processor time per request spent on logging, as a fraction; <see langword="null"/> if the log could not be silenced to measure
    /// it.
    /// </summary>
    public double? CpuShare { get; init; }

    /// <summary>Gets the bytes per request allocated by logging; <see langword="null"/> if the log could not be silenced to measure it.</summary>
    public double? BytesPerRequest { get; init; }
}
