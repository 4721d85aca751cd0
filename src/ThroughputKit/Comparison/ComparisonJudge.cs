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
        Open = [.. Unfounded(result), .. result.Findings.Any(f => f.IsSetUpMistake) ? [] : Of(result, ComparisonVerdict.Inconclusive)],
        Report = result.ToString(),
    };

    private static IEnumerable<GateFailure> Requests(LoadComparisonResult result)
    {
        if (result.Candidate.Failed > 0)
        {
            yield return new GateFailure("Requests", string.Create(CultureInfo.InvariantCulture, $"{result.Candidate.Failed:N0} requests of the candidate failed; there is nothing to compare"));
        }
    }

    private static IEnumerable<GateFailure> Unfounded(LoadComparisonResult result)
    {
        if (result.Reference.Failed > 0)
        {
            yield return new GateFailure("Requests", string.Create(CultureInfo.InvariantCulture, $"{result.Reference.Failed:N0} requests of the reference failed; there is nothing to compare with"));
        }
        else if (result.Candidate.Failed == 0 && result.RpsRatio is null)
        {
            yield return new GateFailure("Requests", "too few slices had a response; there is nothing to compare");
        }
    }

    private static IEnumerable<GateFailure> Of(LoadComparisonResult result, ComparisonVerdict verdict) =>
        result.Gates.Where(g => g.Verdict == verdict).Select(g => new GateFailure(g.Gate, g.Message));
}
