namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set by this one result as it stands, whatever doubts there are.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates, _ => true);
        GateOutcome[] outcomes = [.. Set(gates).Select(f => FigureJudge.Judge(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()];
        return Verdict(result, outcomes, unjudged: []);
    }

    /// <summary>
    /// Judges what can be judged: after a mistake in the set-up, errors alone; and timing by all attempts, so that it may stay open.
    /// </summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict JudgeWhatCounts(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates, CanBeJudged);
        var set = Set(gates).ToLookup(CanBeJudged);
        GateOutcome[] outcomes = [.. set[true].Select(f => FigureJudge.JudgeFairly(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()];
        return Verdict(result, outcomes, unjudged: [.. set[false].Select(f => f.Gate)]);

        bool CanBeJudged(Figure figure) => FigureJudge.CanBeJudged(figure, result);
    }

    /// <summary>Whether another attempt could settle what this result and earlier attempts leave unsettled.</summary>
    public static bool IsUnsettled(LoadResult result, LoadGates gates)
    {
        if (result.Findings.Any(f => f.IsSetUpMistake) || Problems(result, gates, _ => true).Any())
        {
            return false;
        }

        var verdict = JudgeWhatCounts(result, gates);
        var timing = Set(gates).Where(f => f.Kind == FigureKind.Timing && !FigureJudge.IsSettledAtOnce(f, result)).Select(f => f.Gate).ToHashSet(StringComparer.Ordinal);
        return result.EarlierAttempts.Count + 1 < AttemptRule.Most
            && verdict.Failures.All(f => timing.Contains(f.Gate))
            && verdict.Failures.Count + verdict.Open.Count > 0;
    }

    private static IEnumerable<Figure> Set(LoadGates gates) => Figures.All.Where(f => f.Limit(gates) is not null);

    private static Verdict Verdict(LoadResult result, IReadOnlyList<GateOutcome> outcomes, IReadOnlyList<string> unjudged)
    {
        GateFailure[] failures = [.. Completeness.Check(result), .. Of(outcomes, Decision.Beyond)];
        return new Verdict(result, failures, unjudged, Passed: [.. Of(outcomes, Decision.Within).Select(o => o.Message)])
        {
            Open = [.. Of(outcomes, Decision.Open)],
            Report = failures.Length == 0 ? result.ToString() : (result with { Findings = [.. result.Findings.Where(f => !f.IsCause)] }).ToString(), // a failure begins with causes
        };
    }

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

    private static IEnumerable<Problem> Problems(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged) =>
        GateRules.Check(gates).Concat(Unknown(result, gates, canBeJudged));

    private static IEnumerable<Problem> Unknown(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged) => Set(gates)
        .Where(f => f.Value(result) is null && result.Succeeded > 0 && !result.HasAppGone)
        .Where(f => canBeJudged(f) || !WasTried(f, result))
        .Select(f => new Problem(
            $"{f.Gate} is set, but this run doesn't know the figure",
            "a gate on a figure that is known",
            FigureJudge.WhyUnknown(f, result)));

    // Windows that don't agree are what a wrong set-up, such as two loads at once, may lead to; what is never known is an error in any.
    private static bool WasTried(Figure figure, LoadResult result) =>
        figure.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && result.Memory.Allocation is not null;
}
