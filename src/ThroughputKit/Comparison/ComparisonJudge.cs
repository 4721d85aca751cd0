using ThroughputKit.Gates;
using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>Judges the result of a comparison by its gates. Pure.</summary>
internal static class ComparisonJudge
{
    public static Verdict Judge(LoadComparisonResult result)
    {
        Finding[] mistakes = [.. result.Findings.Where(f => f.IsSetUpMistake)];
        var notJudged = result.Gates.Where(g => mistakes.Length > 0 && g.Verdict == GateVerdict.Inconclusive).ToArray();
        return new Verdict(result.Candidate, [.. Requests(result), .. result.Gates.Except(notJudged)])
        {
            NotJudged = [.. notJudged.Select(g => g.Gate)],
            Mistakes = mistakes,
            Problems = [.. ComparisonEvidence.Unfounded(result).Concat(ComparisonEvidence.Ungated(result)).Select(p => ("Reference", p))],
            Report = ComparisonText.WriteWithoutGates(result),
        };
    }

    private static IEnumerable<GateOutcome> Requests(LoadComparisonResult result)
    {
        if (result.Candidate.Failed > 0)
        {
            yield return GateOutcome.WithoutEvidence($"{Counted.Of(result.Candidate.Failed, "request")} of the candidate failed; a comparison needs responses that succeed, whatever MaxFailures allows");
        }
    }
}
