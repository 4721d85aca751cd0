using ThroughputKit.Gates;
using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>Tells what a comparison says in the terms of gates. Pure.</summary>
internal static class ComparisonJudge
{
    public static Verdict Judge(LoadComparisonResult result)
    {
        Finding[] mistakes = [.. result.Findings.Where(f => f.IsSetUpMistake)];
        GateFailure[] inconclusive = [.. Of(result, ComparisonVerdict.Inconclusive)];
        return new Verdict(
            result.Candidate,
            Failures: [.. Requests(result), .. Of(result, ComparisonVerdict.Failed)],
            Unjudged: [.. mistakes.Length > 0 ? inconclusive.Select(g => g.Gate) : []],
            Passed: [.. Of(result, ComparisonVerdict.Passed).Select(g => g.ToString())])
        {
            Mistakes = mistakes,
            Other = "Reference",
            Problems = [.. ComparisonEvidence.Unfounded(result), .. ComparisonEvidence.Ungated(result)],
            Open = mistakes.Length > 0 ? [] : inconclusive,
            Report = ComparisonText.WriteWithoutGates(result),
        };
    }

    private static IEnumerable<GateFailure> Requests(LoadComparisonResult result)
    {
        if (result.Candidate.Failed > 0)
        {
            yield return GateFailure.OfEvidence($"{Counted.Of(result.Candidate.Failed, "request")} of the candidate failed; a comparison needs responses that succeed, whatever MaxErrors allows");
        }
    }

    private static IEnumerable<GateFailure> Of(LoadComparisonResult result, ComparisonVerdict verdict) =>
        result.Gates.Where(g => g.Verdict == verdict).Select(g => new GateFailure(g.Gate, g.Message));
}
