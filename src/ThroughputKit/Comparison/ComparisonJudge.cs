using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>Tells what a comparison says in the terms of gates. Pure.</summary>
internal static class ComparisonJudge
{
    public static Verdict Judge(LoadComparisonResult result) => new(
        result.Candidate,
        Failures: [.. Requests(result), .. Of(result, ComparisonVerdict.Failed)],
        Unjudged: [.. result.Findings.Any(f => f.IsSetUpMistake) ? Of(result, ComparisonVerdict.Inconclusive).Select(g => g.Gate) : []],
        Passed: [.. Of(result, ComparisonVerdict.Passed).Select(g => g.ToString())])
    {
        Mistakes = [.. result.Findings.Where(f => f.IsSetUpMistake)],
        Other = "Reference",
        Problems = [.. ComparisonEvidence.Unfounded(result)],
        Open = [.. result.Findings.Any(f => f.IsSetUpMistake) ? [] : Of(result, ComparisonVerdict.Inconclusive)],
        Report = ComparisonText.WriteWithoutGates(result),
    };

    private static IEnumerable<GateFailure> Requests(LoadComparisonResult result)
    {
        if (result.Candidate.Failed > 0)
        {
            yield return new GateFailure("Requests", string.Create(CultureInfo.InvariantCulture, $"{result.Candidate.Failed:N0} {(result.Candidate.Failed == 1 ? "request" : "requests")} of the candidate failed; a comparison needs responses that succeed, whatever MaxErrors allows"));
        }
    }

    private static IEnumerable<GateFailure> Of(LoadComparisonResult result, ComparisonVerdict verdict) =>
        result.Gates.Where(g => g.Verdict == verdict).Select(g => new GateFailure(g.Gate, g.Message));
}
