namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="LineChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Unit">The unit.</param>
/// <param name="IsLog">Whether equal factors have equal heights, so that single large values leave the rest visible.</param>
/// <param name="Columns">The columns.</param>
internal sealed record LineData(string Title, string Finding, ReportTable Values, string Unit, bool IsLog, IReadOnlyList<TimeColumn> Columns)
    : ReportChart(Title, Finding, Values)
{
    /// <summary>Gets the limit; <see langword="null"/> if there is none.</summary>
    public (double Value, string Name)? Limit { get; init; }
}
