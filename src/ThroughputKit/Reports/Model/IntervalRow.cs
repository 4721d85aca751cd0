namespace ThroughputKit.Reports;

/// <summary>An interval of the window of a side, for programs that read reports.</summary>
/// <param name="Part">The side or step that it is of; "all" if there is one.</param>
/// <param name="Interval">The interval.</param>
internal sealed record IntervalRow(string Part, LoadInterval Interval)
{
    public static IEnumerable<IntervalRow> All(LoadResult result, string part = "all") => result.Intervals.Select(i => new IntervalRow(part, i));
}
