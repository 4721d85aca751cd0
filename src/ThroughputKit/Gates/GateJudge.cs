namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set by this one result as it stands, regardless of the findings.</summary>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates, _ => true);
        GateOutcome[] outcomes = [.. Set(gates).Select(f => FigureJudge.Judge(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()];
        return Verdict(result, outcomes);
    }

    /// <summary>
    /// Judges only the gates that can be judged: after a mistake in the set-up, those on failures. Timing is judged by all attempts, so that it may be
    /// inconclusive.
    /// </summary>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static Verdict JudgeEligible(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates, CanBeJudged);
        var set = Set(gates).ToLookup(CanBeJudged);
        GateOutcome[] outcomes = [.. set[true].Select(f => FigureJudge.JudgeWithAttempts(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()];
        return Verdict(result, outcomes) with { NotJudged = [.. set[false].Select(f => f.Gate)] };

        bool CanBeJudged(Figure figure) => FigureJudge.CanBeJudged(figure, result);
    }

    /// <summary>Returns whether another attempt could settle gates that this result and earlier attempts leave unsettled.</summary>
    public static bool IsUnsettled(LoadResult result, LoadGates gates)
    {
        if (result.Findings.Any(f => f.IsSetUpMistake) || Problems(result, gates, _ => true).Any())
        {
            return false;
        }

        var verdict = JudgeEligible(result, gates);
        var timing = Set(gates).Where(f => f.Kind == FigureKind.Timing && !FigureJudge.IsSettledAtOnce(f, result)).Select(f => f.Gate).ToHashSet(StringComparer.Ordinal);
        return result.EarlierAttempts.Count + 1 < AttemptRule.Most
            && verdict.Failed.All(f => timing.Contains(f.Gate))
            && verdict.Failed.Count + verdict.Inconclusive.Count > 0;
    }

    private static IEnumerable<Figure> Set(LoadGates gates) => Figures.All.Where(f => f.Limit(gates) is not null);

    private static Verdict Verdict(LoadResult result, IEnumerable<GateOutcome> outcomes)
    {
        var verdict = new Verdict(result, [.. Completeness.Check(result), .. outcomes]);
        return verdict.Failed.Count == 0 ? verdict
            : verdict with { Report = (result with { Findings = [.. result.Findings.Where(f => !f.IsCause)] }).ToString() }; // the causes begin the failure message
    }

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

    // Windows that disagree can result from a wrong set-up, such as two loads at once. A figure that is never known is an error in any set-up.
    private static bool WasTried(Figure figure, LoadResult result) =>
        figure.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && result.Memory.Allocation is not null;
}
