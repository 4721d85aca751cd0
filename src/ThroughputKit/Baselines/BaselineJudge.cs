using ThroughputKit.Baselines.Files;
using ThroughputKit.Gates;

namespace ThroughputKit.Baselines;

/// <summary>Judges a result by its baseline. Pure; collects all problems.</summary>
internal static class BaselineJudge
{
    private enum Outcome
    {
        Passed,
        Failed,
        Excused,
        Better,
        NotKnown,
    }

    /// <summary>Adds the baseline's verdict on a result to the gates' verdict.</summary>
    /// <param name="verdict">The gates' verdict.</param>
    /// <param name="approved">The baseline.</param>
    /// <param name="tolerance">The allowed difference.</param>
    /// <param name="name">The name of the baseline.</param>
    public static Verdict Add(Verdict verdict, BaselineEntry approved, BaselineTolerance tolerance, string name)
    {
        var result = verdict.Result;
        if (verdict.Mistakes.Any())
        {
            return verdict with { NotJudged = [.. verdict.NotJudged, "Baseline"] };
        }

        if (EvidenceRule.Check(result).Any())
        {
            return verdict; // it has already failed as incomplete
        }

        Problem[] ineligible = [.. BaselineEligibility.Check(result, approved)];
        var comparison = ineligible.Length > 0 ? new Comparison(ineligible, [], [], [], []) : Judge(result, approved, tolerance, name);
        if (comparison.Problems.Count > 0)
        {
            return verdict with { Problems = [.. verdict.Problems, .. comparison.Problems.Select(p => ("Baseline", p))] };
        }

        var advice = $"The baseline is {name}; if the change is intended, {Approval.How}.";
        var last = comparison.Failures.Count - 1;
        string[] passed = comparison.Passed.Count == 0 ? [] : [string.Join(", ", comparison.Passed)];
        return verdict with
        {
            Gates =
            [
                .. verdict.Gates,
                .. comparison.Failures.Select((f, i) => i == last ? f with { Message = GateText.Add(f.Message, advice) } : f),
                .. comparison.Excused,
            ],
            Remarks = [.. passed, .. comparison.Better.Select(b => $"{b}. To keep it, {Approval.How}."), BaselineTiming.Of(result).Compare(approved.Timing)],
        };
    }

    /// <param name="result">A result in which <see cref="BaselineEligibility"/> finds no problem.</param>
    /// <param name="approved">Its baseline.</param>
    /// <param name="tolerance">The allowed difference.</param>
    /// <param name="name">The name of the baseline in problems.</param>
    public static Comparison Judge(LoadResult result, BaselineEntry approved, BaselineTolerance tolerance, string name)
    {
        var now = BaselineEntry.Of(result);
        Problem[] problems =
        [
            .. now.Settings.Since(approved.Settings).Select(d => new Problem(
                $"The settings differ from those of the baseline {name}: {d.Now}", $"{d.Approved}, as approved", d.Remedy)),
        ];
        if (problems.Length > 0)
        {
            return new Comparison(problems, [], [], [], []);
        }

        var resolved = ResolvedTolerance.Of(tolerance, result);
        var figures = JudgedFigure.All.Select(f => Judge(f, now, approved, resolved, result))
            .Append(JudgeStatuses(now.Exact, approved.Exact)).ToLookup(j => j.Outcome);
        return new Comparison(
            [], Of(Outcome.Failed, GateVerdict.Failed), Of(Outcome.Excused, GateVerdict.Inconclusive), Texts(Outcome.Passed), Texts(Outcome.Better));

        GateOutcome[] Of(Outcome outcome, GateVerdict verdict) =>
            [.. figures[outcome].Select(j => new GateOutcome("Baseline", verdict, j.Text) { Figures = j.Figures })];

        string[] Texts(Outcome outcome) => [.. figures[outcome].Select(j => j.Text)];
    }

    private static (Outcome Outcome, string Text, OutcomeFigures? Figures) Judge(
        JudgedFigure figure, BaselineEntry now, BaselineEntry approved, ResolvedTolerance tolerance, LoadResult result)
    {
        switch (figure.Value(now.Exact), figure.Value(approved.Exact))
        {
            case (null, null):
                return (Outcome.NotKnown, "", null);
            case (null, { } before):
                return (
                    figure.IsOptional ? Outcome.Excused : Outcome.Failed, // a count may differ from window to window
                    $"{figure.Show(before)} {figure.Name} approved, but this run has no such figure. {figure.WhyUnknown(result)}",
                    null);
            case ({ } measured, null) when figure.IsOptional:
                return (Outcome.Better, $"{figure.Show(measured)} {figure.Name}, which wasn't known at approval", null);
            case ({ } measured, null):
                return (Outcome.Failed, $"{figure.Show(measured)} {figure.Name}, but the baseline has no such figure to compare with", null);
            case ({ } value, { } baseline):
                var (difference, allowance) = (value - baseline, figure.Allowance(baseline, tolerance));
                var (least, most) = (Math.Max(0, baseline - allowance), baseline + allowance);
                var beyond = $"{figure.Show(value)} {figure.Name}, {figure.Show(baseline)} approved";
                var range = $"{(figure.LessIsBetter ? "limit" : $"{figure.Show(least)} to")} {figure.Show(most)}";
                if (value > most)
                {
                    var over = figure.Figures(value, most, isFloor: false, beyond);
                    var text = $"{figure.Added(difference, now, approved)}{over.Text}"
                        + $"{Margin(value - most, most, " over")}{Chance(figure, difference, baseline)}{figure.Detail(result)}";
                    return figure.Gate is { } gate && FigureJudge.Excuse(Figures.Of(gate), most, result) is { } finding
                        ? (Outcome.Excused, $"{text.TrimEnd('.')}. The app may not be at fault: see {finding.Name}.", over)
                        : (Outcome.Failed, text, over);
                }

                var under = figure.Figures(value, least, isFloor: true, beyond);
                return value >= least
                    ? (Outcome.Passed, $"{figure.Show(value)} {figure.Name} ({range}{Unseen(figure, difference, allowance, tolerance)})", null)
                    : figure.LessIsBetter ? (Outcome.Better, $"{beyond}: {figure.Show(-difference)}{Margin(-difference, baseline, "")} better", null)
                    : (Outcome.Failed, $"{under.Text}{Margin(least - value, least, " under")}", under);
        }
    }

    private static (Outcome Outcome, string Text, OutcomeFigures? Figures) JudgeStatuses(BaselineFigures now, BaselineFigures approved) =>
        now.Statuses.Order().SequenceEqual(approved.Statuses.Order())
        ? (Outcome.Passed, $"statuses {Show(now)}", null)
        : (Outcome.Failed, $"statuses {Show(now)}; approved: {Show(approved)}", null);

    // An increase within the tolerance may still be a real change.
    private static string Unseen(JudgedFigure figure, double added, double allowance, ResolvedTolerance tolerance) => added > tolerance.Tolerance.Bytes
        ? $"; +{figure.ShowWithUnit(added)} since approval, within the tolerance of {figure.ShowWithUnit(allowance)}"
        : "";

    // A tolerance that is set may be tighter than what differs between two processes.
    private static string Chance(JudgedFigure figure, double added, double approved) => figure.Variation(approved) is var variation && added <= variation
        ? $"; two processes of the same code may differ by up to {figure.ShowWithUnit(variation)}"
        : "";

    private static string Margin(double difference, double of, string side) => of > 0 ? $" ({Readable.Percent(difference / of)}{side})" : "";

    private static string Show(BaselineFigures figures) => string.Join(", ", figures.Statuses);

    /// <summary>The outcome of comparing a result with its baseline.</summary>
    /// <param name="Problems">The reasons why the two can't be compared.</param>
    /// <param name="Failures">The figures beyond the tolerance.</param>
    /// <param name="Excused">The figures beyond the tolerance for which a finding may be the reason.</param>
    /// <param name="Passed">The figures within the tolerance.</param>
    /// <param name="Better">The figures better by more than the tolerance.</param>
    internal sealed record Comparison(
        IReadOnlyList<Problem> Problems, IReadOnlyList<GateOutcome> Failures, IReadOnlyList<GateOutcome> Excused, IReadOnlyList<string> Passed,
        IReadOnlyList<string> Better)
    {
        /// <summary>Gets whether the baseline still matches the measurements.</summary>
        public bool Holds => Problems.Count == 0 && Failures.Count == 0 && Excused.Count == 0 && Better.Count == 0;
    }
}
