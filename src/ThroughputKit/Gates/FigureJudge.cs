namespace ThroughputKit.Gates;

/// <summary>Judges one figure of a result by its limit. Pure.</summary>
internal static class FigureJudge
{
    /// <summary>Whether the figure counts: after a mistake in the set-up, only errors do.</summary>
    public static bool CanBeJudged(Figure figure, LoadResult result) => figure.Kind == FigureKind.Errors || !result.Findings.Any(f => f.IsSetUpMistake);

    // An app in a process of its own starts anew each time; one in this process is warm from the second time on.
    public static bool IsSettledAtOnce(Figure figure, LoadResult result) => figure.IsOfColdStart && !result.IsAppAlone;

    /// <summary>Why the run doesn't know the figure, and the mend.</summary>
    public static string WhyUnknown(Figure figure, LoadResult result) =>
        (figure.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) ? WhyUncounted(result) : null)
        ?? (figure.Kind == FigureKind.Memory && result.Findings.FirstOrDefault(f => f.Name == Finding.NoAnswer) is { } silence ? $"{silence.Message} {silence.Mend}" : figure.WhyUnknown);

    /// <summary>Judges by this one result as it stands, whatever doubts there are; <see langword="null"/> if the figure isn't known.</summary>
    public static GateOutcome? Judge(Figure figure, double limit, LoadResult result)
    {
        if (figure.Value(result) is not { } value)
        {
            return null;
        }

        if (!figure.Allows(value, limit))
        {
            return new GateOutcome(figure.Gate, Decision.Beyond, GateText.Beyond(figure, value, limit, result));
        }

        // As it stands, what leaves it open is no pass.
        return UnsentRule.Correct(Decision.Within, figure, limit, [result]) == Decision.Within
            ? new GateOutcome(figure.Gate, Decision.Within, GateText.Within(figure, value, limit, [result]))
            : new GateOutcome(figure.Gate, Decision.Beyond, GateText.Unsent(figure, value, limit, [result]));
    }

    /// <summary>
    /// Judges timing by all attempts, so that it may stay open, and leaves open what looks worse than the app is; <see langword="null"/> if the
    /// figure isn't known.
    /// </summary>
    /// <param name="figure">The figure.</param>
    /// <param name="limit">Its limit.</param>
    /// <param name="result">The result, with its earlier attempts.</param>
    /// <param name="ofOneRun">Whether a single attempt is judged as the run that it was, and not for what the next would show.</param>
    public static GateOutcome? JudgeFairly(Figure figure, double limit, LoadResult result, bool ofOneRun = false)
    {
        var outcome = figure.Kind == FigureKind.Timing ? JudgeAttempts(figure, limit, result, ofOneRun && result.EarlierAttempts.Count == 0) : Judge(figure, limit, result);
        if (outcome is not null && figure.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && IsWithinVariation(limit, result))
        {
            return outcome with { Decision = Decision.Open, Message = GateText.WithinVariation(figure, limit, result) };
        }

        return outcome is { Decision: Decision.Beyond } && result.Findings.FirstOrDefault(f => f.BlamesWrongly == figure.Kind) is { } doubt
            ? outcome with { Decision = Decision.Open, Message = $"{outcome.Message.TrimEnd('.')}. It can't be blamed on the app: see {doubt.Name}." }
            : outcome;
    }

    private static GateOutcome? JudgeAttempts(Figure figure, double limit, LoadResult result, bool ofOneRun)
    {
        var isSettledAtOnce = IsSettledAtOnce(figure, result);
        LoadResult[] attempts = [.. result.Attempts.Where(a => figure.Value(a) is not null).Take(isSettledAtOnce ? 1 : AttemptRule.Most)];
        if (attempts.Length == 0)
        {
            return null;
        }

        var standing = AttemptRule.Judge(figure, limit, attempts, isSettledAtOnce || figure.CountsAsItIs, ofOneRun);
        var decision = UnsentRule.Correct(standing.Decision, figure, limit, attempts);
        return new GateOutcome(figure.Gate, decision, decision switch
        {
            _ when decision != standing.Decision => GateText.Unsent(figure, standing.Value, limit, attempts),
            Decision.Within => GateText.Within(figure, standing.Value, limit, attempts),
            Decision.Beyond => $"{GateText.Beyond(figure, limit, standing, attempts)}{OfMachine(result)}",
            _ => $"{GateText.Open(figure, limit, standing, attempts, ofOneRun)}{OfMachine(result)}",
        });
    }

    private static bool IsWithinVariation(double limit, LoadResult result) =>
        result.Memory.Allocation is { BytesPerRequest: { } bytes, Variation: > 0 and var variation } && Math.Abs(bytes - limit) <= variation * bytes;

    // Why attempts differ; it changes no decision.
    private static string OfMachine(LoadResult result) =>
        result.Findings.FirstOrDefault(f => f.Name == Finding.SlowerMachine) is { } slower ? $" {slower.Message}" : "";

    private static string? WhyUncounted(LoadResult result) => result.Memory.Allocation?.WhyNotMeasured
        ?? (result.Findings.FirstOrDefault(x => x.Name == Finding.Miscount) is { } miscount ? $"{miscount.Message} {miscount.Mend}" : null);
}
