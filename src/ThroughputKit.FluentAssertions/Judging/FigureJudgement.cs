using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>Judges a figure by a limit, in the same way as the figure's gate. Pure.</summary>
internal static class FigureJudgement
{
    public static Judgement Of(LoadResult? result, Figure figure, double limit)
    {
        if (Judgement.Lacking(result) is { } lacking)
        {
            return lacking;
        }

        if (!FigureJudge.CanBeJudged(figure, result!))
        {
            return Judgement.Inconclusive($"it can't be judged in this set-up. {string.Join(" ", result!.Findings.Where(f => f.IsSetUpMistake))}");
        }

        return FigureJudge.JudgeWithAttempts(figure, limit, result!, ofOneRun: true) switch
        {
            null => Judgement.Inconclusive($"this run doesn't know the figure. {FigureJudge.WhyUnknown(figure, result!)}"),
            { Verdict: GateVerdict.Passed } => Judgement.Passed,
            { Verdict: GateVerdict.Failed, Message: var message } => Judgement.Failed($"found {message}"),
            { Message: var message } => Judgement.Inconclusive($"found {message}"),
        };
    }
}
