using ThroughputKit.Gates;

namespace ThroughputKit.Reports;

/// <summary>The outcomes of gates with the value, the limit and the room between them. Pure.</summary>
internal static class Outcomes
{
    private const string Within = "within", Beyond = "beyond";

    /// <summary>Returns those of a run, the worst first.</summary>
    public static IReadOnlyList<ReportOutcome> Of(LoadResult result)
    {
        var set = result.Limits is { } limits ? SetGate.All(limits, result) : [];
        return [.. WorstFirst(result.Gates).Select(o => set.FirstOrDefault(g => g.Name == o.Gate) is { } gate ? Of(o, gate) : Of(o))];
    }

    /// <summary>Returns those of a comparison, the worst first.</summary>
    public static IReadOnlyList<ReportOutcome> Of(IEnumerable<GateOutcome> outcomes) => [.. WorstFirst(outcomes).Select(Of)];

    /// <summary>Returns the verdict of outcomes in one line.</summary>
    public static string Verdict(GateVerdict? verdict, IReadOnlyList<ReportOutcome> outcomes)
    {
        if (verdict is null)
        {
            return "No gates were set, so there is no verdict.";
        }

        if (verdict == GateVerdict.Passed)
        {
            return $"Passed: {(outcomes.Count == 1 ? "the only gate is" : FormattableString.Invariant($"all {outcomes.Count:N0} gates are"))} met.";
        }

        ReportOutcome[] decisive = [.. outcomes.Where(o => o.Verdict == verdict)];
        return decisive.Length == 0 ? $"{verdict}." : $"{verdict}: {decisive[0].Name}: {FirstLine(decisive[0].Message)}"
            + (decisive.Length == 1 ? "" : FormattableString.Invariant($" ({decisive.Length - 1:N0} more below)"));
    }

    /// <summary>Returns the outcomes, the worst first.</summary>
    public static IEnumerable<GateOutcome> WorstFirst(IEnumerable<GateOutcome> outcomes) => outcomes.OrderBy(o => Rank(o.Verdict));

    /// <summary>Returns a smaller number the worse a verdict is; no verdict is no worse than one that passed.</summary>
    public static int Rank(GateVerdict? verdict) => verdict switch { GateVerdict.Failed => 0, GateVerdict.Inconclusive => 1, _ => 2 };

    private static ReportOutcome Of(GateOutcome outcome, SetGate gate)
    {
        var (figure, limit) = (gate.Figure, gate.Limit);
        var attempts = FigureJudge.Judged(figure, gate.Result);
        double? value = attempts.Count == 0 ? null : figure.Kind == FigureKind.Timing ? figure.Combine(attempts) : figure.Value(gate.Result);
        return new ReportOutcome(
            figure.Gate,
            gate.Endpoint ?? "",
            outcome.Verdict,
            value is { } known ? $"{GateText.Show(known, figure, attempts)} {figure.UnitOf(known)}" : ReportOutcome.Unknown,
            GateText.Expected(figure, limit),
            value is { } judged ? Room(judged, limit, figure.IsFloor, figure.IsPercent) : ReportOutcome.Unknown,
            outcome.Message);
    }

    private static ReportOutcome Of(GateOutcome outcome)
    {
        var (measured, limit, room) = outcome.Figures is { } known
            ? (known.Shown, known.Allowed, Room(known.Measured, known.Limit, known.IsFloor, known.Unit == OutcomeFigures.Percent))
            : (ReportOutcome.Unknown, ReportOutcome.Unknown, ReportOutcome.Unknown);
        return new ReportOutcome(outcome.Gate, "", outcome.Verdict, measured, limit, room, outcome.Message);
    }

    // Of percentages, the difference is in points of them: a percentage of a percentage would be misread.
    private static string Room(double value, double limit, bool isFloor, bool isPercent)
    {
        var distance = Math.Abs(value - limit);
        var side = (isFloor ? value >= limit : value <= limit) ? Within : Beyond;
        return distance == 0 ? "none"
            : isPercent ? $"{Readable.Number(distance, "#,0.0###")} points {side}"
            : limit > 0 ? $"{Readable.Percent(distance / limit)} {side}"
            : side;
    }

    private static string FirstLine(string text) => text.Split('\n')[0].TrimEnd();
}
