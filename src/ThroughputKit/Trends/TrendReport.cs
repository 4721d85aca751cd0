using System.Globalization;
using ThroughputKit.Reports;
using static System.FormattableString;

namespace ThroughputKit.Trends;

/// <summary>Makes the report of a trend: the changes, the last values, and a chart for each test, figure and machine. Pure.</summary>
internal static class TrendReport
{
    private const string Unknown = "-";

    /// <param name="runs">All runs.</param>
    /// <param name="series">The series.</param>
    /// <param name="changes">The changes of all series, the first one first.</param>
    /// <param name="problems">The files that were left out.</param>
    public static Report Of(
        IReadOnlyList<TrendRun> runs, IReadOnlyList<TrendSeries> series, IReadOnlyList<TrendChange> changes, IReadOnlyList<string> problems)
    {
        var tests = runs.Select(r => r.Test).Distinct(StringComparer.Ordinal).Count();
        return new Report
        {
            Kind = "Trend",
            Title = $"{Counted.Of(runs.Count, "run")} of {Counted.Of(tests, "test")}",
            VerdictText = changes.Count == 0 ? "No figure has changed its level."
                : $"{Counted.Of(changes.Count, "change")} of level{(changes.Count > 1 ? ", the largest one" : "")}: {changes.MaxBy(Size)}",
            Duration = TimeSpan.Zero,
            MaxPageBytes = int.MaxValue, // it grows with the tests
            Notes = [.. problems.Select(p => $"Left out: {p}")],
            Tables =
            [
                .. changes.Count == 0 ? [] : new[] { Changes(series) },
                new ReportTable("Last values", [["Test", "In words"], .. series.Select(s => new[] { s.Test, s.Words })], _ => true),
            ],
            Charts = [.. series.Select(Chart)],
        };
    }

    // Half as much is as large a change as twice as much.
    private static double Size(TrendChange change) => Math.Abs(Math.Log(change.To / change.From));

    private static ReportTable Changes(IReadOnlyList<TrendSeries> series) => new(
        "Changes, the last one first",
        [
            ["Test", "Figure", "Machine", "Since", "From", "To", "Change"],
            .. series.SelectMany(s => s.Changes.Select(c => (Of: s, Change: c))).OrderByDescending(c => c.Change.Time).Select(c => new[]
            {
                c.Change.Test, c.Change.Figure, c.Change.Machine ?? "all", c.Change.When,
                c.Of.Figure.Show(c.Change.From), c.Of.Figure.Show(c.Change.To), c.Change.PercentText,
            }),
        ],
        column => column < 4)
    { Titles = Titles(series.SelectMany(s => s.Changes).Select(c => (c.When, c.Commit))) };

    // Where a commit is shown by its first digits, or the like.
    private static Dictionary<string, string> Titles(IEnumerable<(string Shown, string? Commit)> commits) =>
        commits.Where(c => c.Commit is not null && !c.Shown.Contains(c.Commit, StringComparison.Ordinal)).DistinctBy(c => c.Shown, StringComparer.Ordinal)
            .ToDictionary(c => c.Shown, c => c.Commit!, StringComparer.Ordinal);

    private static ReportChart Chart(TrendSeries series)
    {
        var title = $"{series.Test}: {series.Figure.Name}{(series.Machine is null ? "" : $" on {series.Machine}")}";
        var (failed, inconclusive) = (Count(GateVerdict.Failed), Count(GateVerdict.Inconclusive));
        return new TrendData(
            title,
            $"{series.Words}.{(failed > 0 ? Invariant($" Crosses: {Counted.Of(failed, "failed run")}.") : "")}"
                + $"{(inconclusive > 0 ? Invariant($" Hollow: {Counted.Of(inconclusive, "inconclusive run")}.") : "")}",
            Values(title, series),
            series.Figure.Name,
            [.. series.Runs.Zip(series.Values, (run, value) => (value, run.Verdict))],
            series.Levels);

        int Count(GateVerdict verdict) => series.Runs.Count(r => r.Verdict == verdict);
    }

    private static ReportTable Values(string title, TrendSeries series) => new(
        $"{title}: values, the last one first",
        [
            ["Run", "Time", "Commit", series.Figure.Name, "Verdict", "Measured with"],
            .. series.Runs.Zip(series.Values).Select((r, i) => new[]
            {
                Invariant($"{i + 1}"),
                r.First.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
                r.First.ShownCommit ?? Unknown,
                series.Figure.Show(r.Second),
                r.First.Verdict is { } verdict ? $"{Marks.Of(verdict)}{verdict}" : Unknown,
                r.First.Traits.Length > 0 ? r.First.Traits : Unknown,
            }).Reverse(),
        ],
        column => column is not 0 and not 3)
    { Titles = Titles(series.Runs.Select(r => (r.ShownCommit ?? "", r.Commit))) };
}
