namespace ThroughputKit;

/// <summary>What an app printed while it was loaded, mostly its log, and what that cost.</summary>
/// <param name="LinesPerRequest">The lines for each request.</param>
/// <param name="Categories">The categories of its log entries, as shares of all lines, the most frequent first.</param>
internal sealed record LoggingFigures(double LinesPerRequest, IReadOnlyList<(string Category, double Share)> Categories)
{
    /// <summary>Gets the share of the processor time per request that logging took, as a fraction; <see langword="null"/> if the log could not be silenced to see.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Gets the bytes per request that logging allocated; <see langword="null"/> if the log could not be silenced to see.</summary>
    public double? BytesPerRequest { get; init; }
}
