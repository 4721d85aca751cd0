using ThroughputKit.Comparison;

namespace ThroughputKit.Judging;

/// <summary>Judges what a comparison found out. Pure.</summary>
internal static class ComparisonJudgement
{
    public static Judgement OfGates(LoadComparisonResult? comparison)
    {
        if (comparison is null)
        {
            return Judgement.OfNull;
        }

        var verdict = ComparisonJudge.Judge(comparison);
        if (verdict.Failures.Count > 0)
        {
            return Judgement.Failed(Together(verdict.Failures));
        }

        object[] open = [.. ComparisonEvidence.Missing(comparison), .. verdict.Open];
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
            return Judgement.Failed(Together(ComparisonJudge.Judge(comparison).Failures.Where(f => f.IsForEvidence).Select(f => f.Message)));
        }

        if (comparison.RpsRatio is not { } ratio)
        {
            return Judgement.Inconclusive(Together(ComparisonEvidence.Unfounded(comparison)));
        }

        var verdict = ratio.Low >= limit ? ComparisonVerdict.Passed : ratio.High < limit ? ComparisonVerdict.Failed : ComparisonVerdict.Inconclusive;
        var found = FormattableString.Invariant($"found {ratio.Value:0.000} of the reference's RPS, in 95 of 100 cases {ratio.Low:0.000} to {ratio.High:0.000}, allowed at least {limit:0.000#}");
        return Caution.Against(Quantities.Rps, verdict, comparison.Findings) is { } caution ? Judgement.Inconclusive($"{found}; but see {caution.Name}")
            : verdict == ComparisonVerdict.Passed ? Judgement.Passed
            : verdict == ComparisonVerdict.Failed ? Judgement.Failed(found)
            : Judgement.Inconclusive($"{found}. That is neither clearly within the limit nor clearly beyond it");
    }

    private static string Together(IEnumerable<object> reasons) => string.Join("; ", reasons.Select(r => $"{r}".TrimEnd('.')));
}
