namespace ThroughputKit.Baselines;

/// <summary>Judges a result by its baseline. Pure; collects all problems.</summary>
internal static class BaselineJudge
{
    /// <param name="result">A result in which <see cref="BaselineEligibility"/> finds no problem.</param>
    /// <param name="approved">Its baseline.</param>
    /// <param name="tolerance">The allowed difference.</param>
    /// <param name="name">The name of the baseline in problems.</param>
    public static BaselineComparison Judge(LoadResult result, BaselineEntry approved, BaselineTolerance tolerance, string name)
    {
        var now = BaselineEntry.Of(result);
        Problem[] problems =
        [
            .. SettingsComparison.Find(now.Settings, approved.Settings).Select(d => new Problem(
                $"Measured with other settings than the baseline {name}: {d.Setting}: {d.Now}", $"{d.Approved}, as it was approved", d.Remedy)),
        ];
        if (problems.Length > 0)
        {
            return new BaselineComparison(problems, [], [], []);
        }

        var slack = ResolvedTolerance.Of(tolerance, result);
        var figures = ExactFigures.All.Select(f => Judge(f, now, approved, slack, f.Detail(result))).Append(JudgeStatuses(now.Exact, approved.Exact)).ToLookup(j => j.Outcome, j => j.Text);
        return new BaselineComparison([], [.. figures[FigureOutcome.Failed]], [.. figures[FigureOutcome.Passed]], [.. figures[FigureOutcome.Better]]);
    }

    private static (FigureOutcome Outcome, string Text) Judge(ExactFigure figure, BaselineEntry now, BaselineEntry approved, ResolvedTolerance slack, string detail)
    {
        if (figure.Value(now.Exact) is not { } value || figure.Value(approved.Exact) is not { } baseline)
        {
            return figure.Value(now.Exact) is null && figure.Value(approved.Exact) is null
                ? (FigureOutcome.NotKnown, "")
                : (FigureOutcome.Failed, Incomparable(figure, figure.Value(now.Exact), figure.Value(approved.Exact)));
        }

        var allowance = figure.Allowance(baseline, slack);
        var (least, most) = (Math.Max(0, baseline - allowance), baseline + allowance);
        if (value > most)
        {
            var added = figure.Added(value - baseline, now, approved);
            return (FigureOutcome.Failed, $"{(added.Length > 0 ? $"{added}: " : "")}{Beyond(figure, value, baseline)}; limit {figure.Show(most)}{Margin(value - most, most, "over")}{(detail.Length > 0 ? $". {detail}" : "")}");
        }

        return value >= least ? (FigureOutcome.Passed, $"{figure.Show(value)} {figure.Name} ({(figure.LessIsBetter ? "limit" : $"{figure.Show(least)} to")} {figure.Show(most)}{Unseen(figure, value - baseline, allowance, slack)})")
            : figure.LessIsBetter ? (FigureOutcome.Better, $"{Beyond(figure, value, baseline)}: {Off(figure, baseline - value, baseline)} better")
            : (FigureOutcome.Failed, $"{Beyond(figure, value, baseline)}; minimum {figure.Show(least)}{Margin(least - value, least, "under")}");
    }

    private static (FigureOutcome Outcome, string Text) JudgeStatuses(BaselineFigures now, BaselineFigures approved) => now.Statuses.Order().SequenceEqual(approved.Statuses.Order())
        ? (FigureOutcome.Passed, $"statuses {Show(now)}")
        : (FigureOutcome.Failed, $"statuses {Show(now)}, {Show(approved)} approved");

    private static string Beyond(ExactFigure figure, double value, double approved) => $"{figure.Show(value)} {figure.Name}, {figure.Show(approved)} approved";

    // An increase within the tolerance may still be a real change.
    private static string Unseen(ExactFigure figure, double added, double allowance, ResolvedTolerance slack) => added > slack.Tolerance.Bytes
        ? $"; {figure.Show(added)} since approval is within the {figure.Show(allowance)} tolerance"
        : "";

    private static string Incomparable(ExactFigure figure, double? now, double? approved) => now is { } value
        ? $"{figure.Show(value)} {figure.Name}, and none approved in the file: they can't be compared"
        : $"{figure.Name}: {figure.Show(approved!.Value)} approved, and not known of this run: they can't be compared";

    private static string Off(ExactFigure figure, double difference, double of) =>
        figure.Show(difference) + (of > 0 ? $" ({Readable.Percent(difference / of)})" : "");

    private static string Margin(double difference, double of, string side) => of > 0 ? $" ({Readable.Percent(difference / of)} {side})" : "";

    private static string Show(BaselineFigures figures) => string.Join(", ", figures.Statuses);
}
