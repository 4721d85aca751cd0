using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>The judgement of one assertion.</summary>
/// <param name="Failure">The actual outcome, as the text after "but"; <see langword="null"/> if the assertion holds.</param>
/// <param name="IsInconclusive">Whether the assertion may hold, given the measurements.</param>
internal sealed record Judgement(string? Failure, bool IsInconclusive)
{
    public static Judgement Passed { get; } = new(Failure: null, IsInconclusive: false);

    public static Judgement OfNull { get; } = Failed("it was <null>; there is nothing to judge");

    public static Judgement Failed(string failure) => new(failure, IsInconclusive: false);

    public static Judgement Inconclusive(string reason) => new(reason, IsInconclusive: true);

    /// <summary>Judges a figure by a limit, in the same way as the figure's gate.</summary>
    public static Judgement OfFigure(LoadResult? result, Figure figure, double limit)
    {
        if (Lacking(result) is { } lacking)
        {
            return lacking;
        }

        if (!Doubts.CanBeJudged(figure, result!))
        {
            return Inconclusive($"it can't be judged in this set-up. {string.Join(" ", Doubts.Mistakes(result!.Findings))}");
        }

        return FigureJudge.Judge(figure, limit, result!, ofOneRun: true) switch
        {
            null => Inconclusive($"this run has no such figure. {FigureJudge.WhyUnknown(figure, result!)}"),
            { Verdict: GateVerdict.Passed } => Passed,
            { Verdict: GateVerdict.Failed, Message: var message } => Failed($"found {message}"),
            { Message: var message } => Inconclusive($"found {message}"),
        };
    }

    /// <summary>Judges all figures that have a limit, each in the same way as its gate.</summary>
    public static Judgement OfGates(LoadResult? result, LoadGates gates)
    {
        if (Lacking(result) is { } lacking)
        {
            return lacking;
        }

        var judged = SetGate.All(gates, result!).Select(g => (g.Name, Of: OfFigure(g.Result, g.Figure, g.Limit))).Where(j => j.Of.Failure is not null)
            .OrderBy(j => j.Of.IsInconclusive).ToArray();
        return judged.Length == 0 ? Passed
            : new Judgement(string.Join("; ", judged.Select(j => $"{j.Name}: {j.Of.Failure!.TrimEnd('.')}")), judged[0].Of.IsInconclusive);
    }

    /// <summary>Judges whether every request had a response with one of these statuses.</summary>
    public static Judgement OfOnlyStatuses(LoadResult? result, IReadOnlyList<int> allowed)
    {
        if (Lacking(result) is { } lacking)
        {
            return lacking;
        }

        var unanswered = result!.Failed - result.Failures.UnexpectedStatus - result.Failures.FailedCheck;
        string[] failures =
        [
            .. Found(result, status => !allowed.Contains(status)),
            .. unanswered > 0 ? new[] { $"{Counted.Of(unanswered, "request")} had no complete response" } : [],
        ];
        return failures.Length == 0 ? Passed : Failed(string.Join("; ", failures));
    }

    /// <summary>Judges whether no response had this status.</summary>
    public static Judgement OfNoStatus(LoadResult? result, int status) =>
        Lacking(result) ?? (Found(result!, s => s == status) is [var found] ? Failed(found) : Passed);

    // The failure of a result that isn't valid evidence.
    private static Judgement? Lacking(LoadResult? result)
    {
        if (result is null)
        {
            return OfNull;
        }

        string[] lacking = [.. EvidenceRule.Check(result).Select(f => f.Message)];
        return lacking.Length == 0 ? null : Failed(string.Join("; ", lacking));
    }

    private static string[] Found(LoadResult result, Func<int, bool> isWrong)
    {
        string[] wrong =
        [
            .. result.Statuses.Where(s => isWrong(s.Key)).OrderByDescending(s => s.Value).ThenBy(s => s.Key)
                .Select(s => FormattableString.Invariant($"status {s.Key} in {s.Value:N0}")),
        ];
        return wrong.Length == 0 ? [] : [$"found {string.Join(", ", wrong)} of {Counted.Of(result.Statuses.Values.Sum(), "response")}"];
    }
}
