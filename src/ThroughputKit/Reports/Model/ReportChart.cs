namespace ThroughputKit.Reports;

/// <summary>The data of a chart.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
internal abstract record ReportChart(string Title, string Finding, ReportTable Values);
