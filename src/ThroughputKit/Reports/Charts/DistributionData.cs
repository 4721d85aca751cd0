namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="DistributionChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Names">The names of the sides.</param>
/// <param name="Edges">The edges of the bins in milliseconds, one more than there are bins.</param>
/// <param name="Shares">The share of the requests of each side in each bin, as a fraction.</param>
internal sealed record DistributionData(
    string Title, string Finding, ReportTable Values, IReadOnlyList<string> Names, IReadOnlyList<double> Edges, IReadOnlyList<double[]> Shares)
    : ReportChart(Title, Finding, Values);
