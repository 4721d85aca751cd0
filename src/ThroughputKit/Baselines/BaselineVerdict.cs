using ThroughputKit.Gates;

namespace ThroughputKit.Baselines;

/// <summary>Adds a baseline's verdict on a result to the gates' verdict. Pure.</summary>
internal static class BaselineVerdict
{
    /// <param name="verdict">The gates' verdict.</param>
    /// <param name="approved">The baseline.</param>
    /// <param name="tolerance">The allowed difference.</param>
    /// <param name="name">The name of the baseline.</param>
    public static Verdict Add(Verdict verdict, BaselineEntry approved, BaselineTolerance tolerance, string name)
    {
        var result = verdict.Result;
        if (verdict.Mistakes.Any())
        {
            return verdict with { NotJudged = [.. verdict.NotJudged, "Baseline"] };
        }

        if (Completeness.Check(result).Any())
        {
            return verdict; // it has already failed as incomplete
        }

        Problem[] problems = [.. BaselineEligibility.Check(result)];
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
            Gates = [.. verdict.Gates, .. comparison.Failures.Select((f, i) => new GateOutcome("Baseline", GateVerdict.Failed, i == last ? f.TrimEnd('.') + advice : f))],
            Remarks = [.. passed, .. comparison.Better.Select(b => $"{b}. To keep it, {ApproveSwitch.How}."), timing],
        };
    }
}
