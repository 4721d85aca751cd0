namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="MemoryChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Columns">The columns.</param>
internal sealed record MemoryData(string Title, string Finding, ReportTable Values, IReadOnlyList<MemoryColumn> Columns) : ReportChart(Title, Finding, Values);
