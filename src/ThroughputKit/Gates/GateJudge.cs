namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set by this one result as it stands, whatever doubts there are.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates, _ => true);
        GateOutcome[] outcomes = [.. Set(gates).Select(f => JudgeValue(f, result, gates)).OfType<GateOutcome>()];
        return Verdict(result, outcomes, unjudged: []);
    }

    /// <summary>
    /// Judges what can be judged: after a mistake in the set-up, errors alone; and timing by all attempts, so that it may stay open.
    /// </summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict JudgeWhatCounts(LoadResult result, LoadGates gates)
    {
        var isMistaken = IsMistaken(result);
        ThrowIfSenseless(result, gates, CanBeJudged);
        var set = Set(gates).ToLookup(CanBeJudged);
        GateOutcome[] outcomes = [.. set[true].Select(f => Fairly(f, result, f.Kind == FigureKind.Timing ? JudgeAttempts(f, result, gates) : JudgeValue(f, result, gates))).OfType<GateOutcome>()];
        return Verdict(result, outcomes, unjudged: [.. set[false].Select(f => f.Gate)]);

        bool CanBeJudged(Figure figure) => !isMistaken || figure.Kind == FigureKind.Errors;
    }

    /// <summary>Whether another attempt could settle what this result and earlier attempts leave unsettled.</summary>
    public static bool IsUnsettled(LoadResult result, LoadGates gates)
    {
        if (IsMistaken(result) || Problems(result, gates, _ => true).Any())
        {
            return false;
        }

        var verdict = JudgeWhatCounts(result, gates);
        var timing = Set(gates).Where(f => f.Kind == FigureKind.Timing && !IsSettledAtOnce(f, result)).Select(f => f.Gate).ToHashSet(StringComparer.Ordinal);
        return result.EarlierAttempts.Count + 1 < AttemptRule.Most
            && verdict.Failures.All(f => timing.Contains(f.Gate))
            && verdict.Failures.Count + verdict.Open.Count > 0;
    }

    // An app in a process of its own starts anew each time; one in this process is warm from the second time on.
    private static bool IsSettledAtOnce(Figure figure, LoadResult result) => figure.IsOfColdStart && !result.IsAppAlone;

    private static IEnumerable<Figure> Set(LoadGates gates) => Figures.All.Where(f => f.Limit(gates) is not null);

    private static Verdict Verdict(LoadResult result, IReadOnlyList<GateOutcome> outcomes, IReadOnlyList<string> unjudged) => new(
        result,
        Failures: [.. Completeness.Check(result), .. Of(outcomes, Decision.Beyond)],
        unjudged,
        Passed: [.. Of(outcomes, Decision.Within).Select(o => o.Message)])
    {
        Open = [.. Of(outcomes, Decision.Open)],
    };

    private static IEnumerable<GateFailure> Of(IEnumerable<GateOutcome> outcomes, Decision decision) =>
        outcomes.Where(o => o.Decision == decision).Select(o => new GateFailure(o.Gate, o.Message));

    private static void ThrowIfSenseless(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged)
    {
        Problem[] problems = [.. Problems(result, gates, canBeJudged)];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }
    }

    private static bool IsMistaken(LoadResult result) => result.Findings.Any(f => f.IsSetUpMistake);

    private static IEnumerable<Problem> Problems(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged) =>
        GateRules.Check(gates).Concat(Unknown(result, gates, canBeJudged));

    private static IEnumerable<Problem> Unknown(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged) => Set(gates)
        .Where(f => f.Value(result) is null && result.Succeeded > 0 && !result.HasAppGone)
        .Where(f => canBeJudged(f) || !WasTried(f, result))
        .Select(f => new Problem(
            $"{f.Gate} is set, but this run doesn't know the figure",
            "a gate on a figure that is known",
            f.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && WhyUncounted(result) is { } why ? why : f.WhyUnknown));

    // Windows that don't agree are what a wrong set-up, such as two loads at once, may lead to; what is never known is an error in any.
    private static bool WasTried(Figure figure, LoadResult result) =>
        figure.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && result.Memory.Allocation is not null;

    private static string? WhyUncounted(LoadResult result) => result.Memory.Allocation?.WhyNotMeasured
        ?? (result.Findings.FirstOrDefault(x => x.Name == Finding.Miscount) is { } miscount ? $"{miscount.Message} {miscount.Mend}" : null);

    private static GateOutcome? JudgeValue(Figure figure, LoadResult result, LoadGates gates)
    {
        if (figure.Value(result) is not { } value)
        {
            return null;
        }

        var limit = figure.Limit(gates)!.Value;
        return figure.Allows(value, limit)
            ? new GateOutcome(figure.Gate, Decision.Within, GateText.Within(figure, value, limit))
            : new GateOutcome(figure.Gate, Decision.Beyond, GateText.Beyond(figure, value, limit, result));
    }

    private static GateOutcome? JudgeAttempts(Figure figure, LoadResult result, LoadGates gates)
    {
        LoadResult[] attempts = [.. result.Attempts.Where(a => figure.Value(a) is not null).Take(IsSettledAtOnce(figure, result) ? 1 : AttemptRule.Most)];
        if (attempts.Length == 0)
        {
            return null;
        }

        var limit = figure.Limit(gates)!.Value;
        var standing = AttemptRule.Judge(figure, limit, attempts);
        return new GateOutcome(figure.Gate, standing.Decision, standing.Decision switch
        {
            Decision.Within => GateText.Within(figure, standing.Value, limit),
            Decision.Beyond => GateText.Beyond(figure, limit, standing, attempts),
            _ => GateText.Open(figure, limit, standing, attempts),
        });
    }

    // What looks worse than the app is, is no reason to fail it.
    private static GateOutcome? Fairly(Figure figure, LoadResult result, GateOutcome? outcome) =>
        outcome is { Decision: Decision.Beyond } && result.Findings.FirstOrDefault(f => f.BlamesWrongly == figure.Kind) is { } doubt
            ? outcome with { Decision = Decision.Open, Message = $"{outcome.Message.TrimEnd('.')}. It can't be blamed on the app: see {doubt.Name}." }
            : outcome;
}
