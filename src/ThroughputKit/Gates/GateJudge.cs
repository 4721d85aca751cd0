namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>
    /// Judges every gate that is set by this one result as it stands, whatever mistakes there are in the set-up. What is inconclusive fails, because nothing
    /// is repeated.
    /// </summary>
    /// <exception cref="LoadTestException">A gate is invalid, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates)
    {
        var set = SetGate.All(gates, result with { EarlierAttempts = [] });
        LoadTestException.ThrowIfAny([.. GateRules.Check(gates), .. set.Where(IsUnknown).Select(Unknown)]);
        return new Verdict(
            result,
            [
                .. EvidenceRule.Check(result),
                .. set.Select(g => g.Named(FigureJudge.Judge(g.Figure, g.Limit, g.Result, ofOneRun: true))).OfType<GateOutcome>()
                    .Select(o => o.Verdict == GateVerdict.Inconclusive ? o with { Verdict = GateVerdict.Failed } : o),
            ])
        {
            Limits = gates,
        };
    }

    /// <summary>
    /// Judges only the gates that can be judged: after a mistake in the set-up, those on failures. Timing is judged by all attempts, so that it may be
    /// inconclusive. Gates on figures that the run doesn't know are among the verdict's problems.
    /// </summary>
    /// <param name="result">The result, with its earlier attempts.</param>
    /// <param name="gates">The gates, which are valid.</param>
    public static Verdict JudgeEligible(LoadResult result, LoadGates gates)
    {
        var set = SetGate.All(gates, result).ToLookup(g => g.HasNoStep || Doubts.CanBeJudged(g.Figure, result));
        var untried = set[false].Where(g => g.Endpoint is null && !g.Figure.WasTried(result)); // after a mistake, no request is sent alone
        SetGate[] unknown = [.. set[true].Concat(untried).Where(g => IsUnknown(g) && g.Figure.WhyNotMeasured(result) is null)];
        var verdict = new Verdict(
            result,
            [
                .. EvidenceRule.Check(result),
                .. set[true].Select(g => g.Named(FigureJudge.Judge(g.Figure, g.Limit, g.Result))).OfType<GateOutcome>(),
            ])
        {
            NotJudged = [.. set[false].Select(g => g.Name)],
            Problems = [.. unknown.Select(g => (g.Name, Unknown(g)))],
        };
        return verdict with { MayChange = unknown.Length == 0 && MayChange(verdict, set[true]) };
    }

    // Timing differs from attempt to attempt. Another figure does only if a finding, such as code that is still being compiled, explains its miss.
    private static bool MayChange(Verdict verdict, IEnumerable<SetGate> judged)
    {
        var result = verdict.Result;
        var changing = judged
            .Where(g => !g.HasNoStep && (g.Figure.Kind == FigureKind.Timing || FigureJudge.Excuse(g.Figure, g.Limit, g.Result) is not null)
                && !FigureJudge.IsSettledAtOnce(g.Figure, result))
            .Select(g => g.Name).ToHashSet(StringComparer.Ordinal);
        return result.EarlierAttempts.Count + 1 < AttemptRule.MaxAttempts
            && !verdict.Mistakes.Any()
            && verdict.Failed.All(f => changing.Contains(f.Gate))
            && verdict.Failed.Concat(verdict.Inconclusive).Any(f => changing.Contains(f.Gate));
    }

    // An endpoint without a success is judged: it fails.
    private static bool IsUnknown(SetGate gate) =>
        gate.Figure.Value(gate.Result) is null && gate.Result is { Succeeded: > 0, HasAppExited: false, WasCancelled: false };

    private static Problem Unknown(SetGate gate) => new(
        $"{gate.Name} is set, but this run has no such figure", "a gate on a figure that the run has", FigureJudge.WhyUnknown(gate.Figure, gate.Result));
}
