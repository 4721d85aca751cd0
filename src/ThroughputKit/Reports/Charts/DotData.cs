namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="DotChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Rows">The ratios, of which there is one or more.</param>
internal sealed record DotData(string Title, string Finding, ReportTable Values, IReadOnlyList<DotRow> Rows) : ReportChart(Title, Finding, Values);
