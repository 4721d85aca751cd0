namespace ThroughputKit.Gates;

/// <summary>Judges one figure of a result by its limit. Pure.</summary>
internal static class FigureJudge
{
    // An app in a process of its own starts anew each time. An app in this process is warm from the second time on.
    public static bool IsSettledAtOnce(Figure figure, LoadResult result) => figure.ColdStartOnly && !result.IsAppAlone;

    /// <summary>Returns the reason why the run doesn't know the figure, and the remedy.</summary>
    public static string WhyUnknown(Figure figure, LoadResult result) =>
        figure.WhyUncounted(result) ?? figure.WhyNotMeasured(result)
        ?? (figure.IsOfProcess && result.Findings.FirstOrDefault(f => f.Name == FindingNames.NoAnswer) is { } noAnswer
            ? $"{noAnswer.Message} {noAnswer.Remedy}" : figure.WhyUnknown);

    /// <summary>
    /// Judges timing by all attempts, so that the outcome may be inconclusive. A failure also becomes inconclusive if a finding explains why the figure
    /// looks that much worse than the app is. <see langword="null"/> if the figure is unknown.
    /// </summary>
    /// <param name="figure">The figure.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="result">The result, with its earlier attempts.</param>
    /// <param name="ofOneRun">Whether a single attempt is judged as this one run, and not as a prediction of the next.</param>
    public static GateOutcome? Judge(Figure figure, double limit, LoadResult result, bool ofOneRun = false)
    {
        if (figure.WhyNotMeasured(result) is { } reason)
        {
            return new GateOutcome(figure.Gate, GateVerdict.Inconclusive, $"not measured. {reason}");
        }

        var outcome = JudgeFigure(figure, limit, result, ofOneRun);
        if (outcome is not null && Doubts.IsWithinNoise(figure, limit, result))
        {
            return outcome with { Verdict = GateVerdict.Inconclusive, Message = GateText.WithinNoise(figure, limit, result) };
        }

        return outcome is { Verdict: GateVerdict.Failed } && Excuse(figure, limit, result, ofOneRun) is { } finding
            ? outcome with { Verdict = GateVerdict.Inconclusive, Message = GateText.Add(outcome.Message, $"The app may not be at fault: see {finding.Name}.") }
            : outcome;
    }

    /// <summary>Returns the finding that explains a miss, if there were one: the figure doesn't fail by a limit eased by what the finding explains.</summary>
    public static Finding? Excuse(Figure figure, double limit, LoadResult result, bool ofOneRun = false) => Doubts.OfFailure(
        figure, result, factor => JudgeFigure(figure, figure.Eased(limit, factor), result, ofOneRun) is { Verdict: not GateVerdict.Failed });

    /// <summary>Returns the attempts, or runs of a merged result, that a figure is judged by: those that know it.</summary>
    public static IReadOnlyList<LoadResult> Judged(Figure figure, LoadResult result)
    {
        if (figure.Kind != FigureKind.Timing)
        {
            return figure.Value(result) is null ? [] : [result];
        }

        var all = (AreRuns(figure, result) ? result.Runs : result.Attempts).Where(a => figure.Value(a) is not null);
        return [.. AreRuns(figure, result) ? all : all.Take(IsSettledAtOnce(figure, result) ? 1 : AttemptRule.MaxAttempts)];
    }

    // A merged result has the slowest start.
    private static bool AreRuns(Figure figure, LoadResult result) => result.Runs.Count > 0 && !IsSettledAtOnce(figure, result);

    private static GateOutcome? JudgeFigure(Figure figure, double limit, LoadResult result, bool ofOneRun) => figure.Kind == FigureKind.Timing
        ? JudgeAttempts(figure, limit, result, ofOneRun && result.EarlierAttempts.Count == 0 && result.Runs.Count == 0)
        : JudgeValue(figure, limit, result);

    private static GateOutcome? JudgeValue(Figure figure, double limit, LoadResult result)
    {
        if (figure.Value(result) is not { } value)
        {
            return null;
        }

        return figure.Allows(value, limit)
            ? new GateOutcome(figure.Gate, GateVerdict.Passed, GateText.Passed(figure, value, limit, [result]))
            : new GateOutcome(figure.Gate, GateVerdict.Failed, GateText.Failed(figure, value, limit, result));
    }

    private static GateOutcome? JudgeAttempts(Figure figure, double limit, LoadResult result, bool ofOneRun)
    {
        var isSettledAtOnce = IsSettledAtOnce(figure, result);
        var areMerged = AreRuns(figure, result);
        var attempts = Judged(figure, result);
        if (attempts.Count == 0 || (areMerged && figure.Value(result) is null))
        {
            return null;
        }

        var position = AttemptRule.Judge(figure, limit, attempts, isSettledAtOnce || figure.HasNoInterval, ofOneRun, areMerged);
        var noun = areMerged ? "run" : "attempt";
        var decision = UnsentRule.Correct(position.Verdict, figure, limit, attempts);
        return new GateOutcome(figure.Gate, decision, decision switch
        {
            _ when decision != position.Verdict => GateText.Unsent(figure, position.Value, limit, attempts),
            GateVerdict.Passed => GateText.Passed(figure, position.Value, limit, attempts, noun),
            GateVerdict.Failed => GateText.Failed(figure, limit, position, attempts, noun),
            _ => GateText.Inconclusive(figure, limit, position, attempts, noun, ofOneRun),
        });
    }
}
