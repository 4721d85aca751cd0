namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set by this one result as it stands, regardless of the findings.</summary>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates)
    {
        LoadTestException.ThrowIfAny([.. GateRules.Check(gates), .. Set(gates).Where(f => IsUnknown(f, result)).Select(f => Unknown(f, result))]);
        return new Verdict(
            result, [.. EvidenceRule.Check(result), .. Set(gates).Select(f => FigureJudge.Judge(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()]);
    }

    /// <summary>
    /// Judges only the gates that can be judged: after a mistake in the set-up, those on failures. Timing is judged by all attempts, so that it may be
    /// inconclusive. Gates on figures that the run doesn't know are among the verdict's problems.
    /// </summary>
    /// <param name="result">The result, with its earlier attempts.</param>
    /// <param name="gates">The gates, which are valid.</param>
    public static Verdict JudgeEligible(LoadResult result, LoadGates gates)
    {
        var set = Set(gates).ToLookup(f => Doubts.CanBeJudged(f, result));
        Figure[] unknown =
        [
            .. set[true].Concat(set[false].Where(f => !f.WasTried(result))).Where(f => IsUnknown(f, result) && f.WhyNotMeasured(result) is null),
        ];
        var verdict = new Verdict(
            result,
            [.. EvidenceRule.Check(result), .. set[true].Select(f => FigureJudge.JudgeWithAttempts(f, f.Limit(gates)!.Value, result)).OfType<GateOutcome>()])
        {
            NotJudged = [.. set[false].Select(f => f.Gate)],
            Problems = [.. unknown.Select(f => (f.Gate, Unknown(f, result)))],
        };
        return verdict with { MayChange = unknown.Length == 0 && MayChange(verdict, gates, set[true]) };
    }

    // Timing differs from attempt to attempt. Another figure does only if a finding, such as code that is still being compiled, explains its miss.
    private static bool MayChange(Verdict verdict, LoadGates gates, IEnumerable<Figure> judged)
    {
        var result = verdict.Result;
        var changing = judged
            .Where(f => (f.Kind == FigureKind.Timing || FigureJudge.Excuse(f, f.Limit(gates)!.Value, result) is not null)
                && !FigureJudge.IsSettledAtOnce(f, result))
            .Select(f => f.Gate).ToHashSet(StringComparer.Ordinal);
        return result.EarlierAttempts.Count + 1 < AttemptRule.MaxAttempts
            && !verdict.Mistakes.Any()
            && verdict.Failed.All(f => changing.Contains(f.Gate))
            && verdict.Failed.Concat(verdict.Inconclusive).Any(f => changing.Contains(f.Gate));
    }

    private static IEnumerable<Figure> Set(LoadGates gates) => Figures.All.Where(f => f.Limit(gates) is not null);

    private static bool IsUnknown(Figure figure, LoadResult result) =>
        figure.Value(result) is null && result is { Succeeded: > 0, HasAppExited: false, WasCancelled: false };

    private static Problem Unknown(Figure figure, LoadResult result) =>
        new($"{figure.Gate} is set, but this run has no such figure", "a gate on a figure that the run has", FigureJudge.WhyUnknown(figure, result));
}
