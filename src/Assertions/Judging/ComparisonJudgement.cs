using ThroughputKit.Comparison;
using ThroughputKit.Gates;

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

        Problem[] missing = [.. ComparisonJudge.Missing(comparison)];
        return missing.Length > 0 ? WithoutEvidence([.. missing, .. verdict.Inconclusive])
            : verdict.Inconclusive.Count > 0 ? Judgement.Inconclusive(Together(verdict.Inconclusive)) : Judgement.Passed;
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
            return WithoutEvidence(ComparisonJudge.Unfounded(comparison));
        }

        var verdict = ratio.Low >= limit ? GateVerdict.Passed : ratio.High < limit ? GateVerdict.Failed : GateVerdict.Inconclusive;
        var found = FormattableString.Invariant(
            $"found {ratio.Value:0.000} times the reference's RPS, 95% interval {ratio.Low:0.000} to {ratio.High:0.000}; minimum {limit:0.000#}");
        var margin = verdict == GateVerdict.Failed ? Math.Log(limit / ratio.High) : Math.Log(ratio.Low / limit);
        if (Doubts.OfComparison(verdict, Quantities.Rps.IsExact, comparison.Findings, comparison.Reference, comparison.Candidate, margin) is { } caution)
        {
            return Judgement.Inconclusive($"{found}; the finding {caution.Name} prevents a verdict");
        }

        return verdict switch
        {
            GateVerdict.Passed => Judgement.Passed,
            GateVerdict.Failed => Judgement.Failed(found),
            _ => Judgement.Inconclusive($"{found}. Too close to the limit to pass or fail"),
        };
    }

    // An assertion's message ends with the report of the comparison, which has the evidence.
    private static Judgement WithoutEvidence(IEnumerable<object> reasons) =>
        Judgement.Inconclusive($"it can't be judged: {Together(reasons.Select(r => r is Problem problem ? problem with { Evidence = "" } : r))}");

    private static string Together(IEnumerable<object> reasons) => string.Join("; ", reasons.Select(r => $"{r}".TrimEnd('.')));
}
