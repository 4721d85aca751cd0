namespace ThroughputKit.Reports;

/// <summary>The data of a <see cref="TrendChart"/>.</summary>
/// <param name="Title">The title.</param>
/// <param name="Finding">What it shows, in words.</param>
/// <param name="Values">Its values as a table.</param>
/// <param name="Unit">The unit.</param>
/// <param name="Runs">The value of each run, of which there is one or more, with the run's verdict.</param>
/// <param name="Levels">The levels, each from a run on.</param>
internal sealed record TrendData(
    string Title, string Finding, ReportTable Values, string Unit, IReadOnlyList<(double Value, GateVerdict? Verdict)> Runs,
    IReadOnlyList<(int Start, double Value)> Levels) : ReportChart(Title, Finding, Values);
