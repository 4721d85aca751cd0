using ThroughputKit.Comparison;

namespace ThroughputKit.Judging;

/// <summary>Judges the result of a comparison. Pure.</summary>
internal static class ComparisonJudgement
{
    public static Judgement OfGates(LoadComparisonResult? comparison)
    {
        if (comparison is null)
        {
            return Judgement.OfNull;
        }

        var verdict = ComparisonJudge.Judge(comparison);
        if (verdict.Failed.Count > 0)
        {
            return Judgement.Failed(Together(verdict.Failed));
        }

        object[] open = [.. ComparisonJudge.Missing(comparison).Select(WithoutEvidence), .. verdict.Inconclusive];
        return open.Length > 0 ? Judgement.Inconclusive(Together(open)) : Judgement.Passed;
    }

    public static Judgement OfRatio(LoadComparisonResult? comparison, double limit)
    {
        if (comparison is null)
        {
            return Judgement.OfNull;
        }

        if (comparison.Candidate.Failed > 0)
        {
            return Judgement.Failed(Together(ComparisonJudge.Judge(comparison).Failed.Where(f => f.IsForEvidence).Select(f => f.Message)));
        }

        if (comparison.RpsRatio is not { } ratio)
        {
            return Judgement.Inconclusive(Together(ComparisonJudge.Unfounded(comparison).Select(WithoutEvidence)));
        }

        var verdict = ratio.Low >= limit ? GateVerdict.Passed : ratio.High < limit ? GateVerdict.Failed : GateVerdict.Inconclusive;
        var found = FormattableString.Invariant($"found {ratio.Value:0.000} of the reference's RPS, 95% interval {ratio.Low:0.000} to {ratio.High:0.000}; minimum {limit:0.000#}");
        return FindingOverrides.Against(Quantities.Rps, verdict, comparison.Findings) is { } caution ? Judgement.Inconclusive($"{found}; the finding {caution.Name} prevents a verdict")
            : verdict == GateVerdict.Passed ? Judgement.Passed
            : verdict == GateVerdict.Failed ? Judgement.Failed(found)
            : Judgement.Inconclusive($"{found}. Too close to the limit to pass or fail");
    }

    // An assertion's message ends with the report of the comparison, which has the evidence.
    private static Problem WithoutEvidence(Problem problem) => problem with { Evidence = "" };

    private static string Together(IEnumerable<object> reasons) => string.Join("; ", reasons.Select(r => $"{r}".TrimEnd('.')));
}
