using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>Checks whether a comparison has evidence to judge by. Pure.</summary>
internal static class ComparisonEvidence
{
    /// <summary>
    /// Returns the reasons why nothing could be compared. Failed requests of the candidate are not among them: they are the candidate's own failure.
    /// </summary>
    public static IEnumerable<Problem> Unfounded(LoadComparisonResult result)
    {
        if (result.Reference.Failed > 0)
        {
            yield return new Problem(
                $"{Counted.Of(result.Reference.Failed, "request")} of the reference failed",
                "a reference without failures",
                string.Join(" ", ["There is nothing to compare with.", .. result.Reference.Failures.Examples.Take(1).Select(e => $"{e}."), .. Gone(result.Reference)]));
        }
        else if (result.Candidate.Failed == 0 && result.RpsRatio is null)
        {
            yield return new Problem(
                $"The comparison has {Counted.Of(result.Placements, "placement")}",
                "four or more",
                "A placement has four or more slices, and a slice takes as long as its slowest request. Allow more time with MaxDuration, or with MaxComparisonSeconds on an attribute.");
        }
    }

    /// <summary>Reports the measurements made before a comparison had to end, so that they aren't lost with the error.</summary>
    public static Problem CutShort(LoadComparisonResult until) => new(
        $"That ended the comparison after {Counted.Of(until.Placements, "placement")}",
        "apps that accept new connections, and that can be restarted if the kit starts them",
        $"Results so far:{Environment.NewLine}{until}");

    /// <summary>Returns the reason why a comparison is no evidence, whatever it measured: no gate says how slow is too slow.</summary>
    public static IEnumerable<Problem> Ungated(LoadComparisonResult result)
    {
        // Failed requests leave no gates either; they are reported instead.
        if (result.Gates.Count == 0 && result.Candidate.Failed == 0 && !Unfounded(result).Any())
        {
            yield return new Problem("The comparison has no gate", "one gate or more", "Set one with Within before RunAsync.");
        }
    }

    /// <summary>Returns the reasons for a missing verdict that longer measuring would not remove. Noise is not one of them.</summary>
    public static IEnumerable<Problem> Missing(LoadComparisonResult result) =>
        [.. Unfounded(result), .. Ungated(result), .. result.Findings.Where(f => f.IsSetUpMistake).Select(f => f.AsProblem())];

    // The way an app ended says more than the requests that it left unanswered.
    private static IEnumerable<string> Gone(LoadResult side) =>
        side.Findings.Where(f => f.Name == FindingNames.AppStopped).Select(f => $"{f.Message} {f.Remedy}");
}
