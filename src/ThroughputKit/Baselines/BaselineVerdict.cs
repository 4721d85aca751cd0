using ThroughputKit.Gates;

namespace ThroughputKit.Baselines;

/// <summary>Adds what a baseline says of a result to what the gates say of it. Pure.</summary>
internal static class BaselineVerdict
{
    /// <param name="verdict">What the gates say.</param>
    /// <param name="approved">The baseline.</param>
    /// <param name="tolerance">By how much they may differ.</param>
    /// <param name="name">What the baseline is called.</param>
    public static Verdict Add(Verdict verdict, BaselineEntry approved, BaselineTolerance tolerance, string name)
    {
        var result = verdict.Result;
        if (verdict.Mistakes.Any())
        {
            return verdict with { Unjudged = [.. verdict.Unjudged, "Baseline"] };
        }

        if (Completeness.Check(result).Any())
        {
            return verdict; // which has failed with that
        }

        Problem[] problems = [.. Comparable.Check(result)];
        return problems.Length > 0
            ? verdict with { Problems = problems }
            : Add(verdict, BaselineJudge.Judge(result, approved, tolerance, name), TimingText.Compare(BaselineTiming.Of(result), approved.Timing), name);
    }

    private static Verdict Add(Verdict verdict, BaselineComparison comparison, string timing, string name)
    {
        if (comparison.Problems.Count > 0)
        {
            return verdict with { Problems = comparison.Problems };
        }

        var advice = $". The baseline is {name}; if the change is meant, {ApproveSwitch.How}.";
        var last = comparison.Failures.Count - 1;
        string[] passed = comparison.Passed.Count == 0 ? [] : [string.Join(", ", comparison.Passed)];
        return verdict with
        {
            Failures = [.. verdict.Failures, .. comparison.Failures.Select((f, i) => new GateFailure("Baseline", i == last ? f.TrimEnd('.') + advice : f))],
            Remarks = [.. passed, .. comparison.Better.Select(b => $"{b}. To keep it, {ApproveSwitch.How}."), timing],
        };
    }
}
