namespace ThroughputKit;

/// <summary>
/// The output of an app under load, mostly its log: the lines per request, and the categories of the log entries as shares of all lines, the most frequent
/// first.
/// </summary>
internal sealed record LoggingFigures(double LinesPerRequest, IReadOnlyList<(string Category, double Share)> Categories);
