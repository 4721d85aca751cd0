namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="PercentileChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Sides">The latencies of one side or two.</param>
internal sealed record PercentileData(string Title, string Finding, ReportTable Values, IReadOnlyList<(string Name, LatencyFigures Latency)> Sides)
    : ReportChart(Title, Finding, Values);
