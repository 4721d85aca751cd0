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
    /// <summary>A limit that is this many times as large as the data leaves them a third of a chart.</summary>
    public const double Flattening = 3;

    /// <summary>Gets the limit; <see langword="null"/> if there is none.</summary>
    public (double Value, string Name)? Limit { get; init; }

    /// <summary>Gets whether the limit is so far above the data that an axis with both would flatten these. It isn't drawn then.</summary>
    public bool IsLimitAbove => Limit?.Value > Flattening * Columns.Max(c => c.Most);
}
