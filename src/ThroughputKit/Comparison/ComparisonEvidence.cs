using ThroughputKit.Findings;
using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>Whether there is anything that a comparison could be judged by. Pure.</summary>
internal static class ComparisonEvidence
{
    /// <summary>Why nothing could be compared. Requests of the candidate that failed are not among the reasons: they are its own failure.</summary>
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
                $"There {(result.Placements == 1 ? "is" : "are")} {Counted.Of(result.Placements, "placement")}",
                "four or more",
                "A placement is four slices or more, and a slice takes as long as its slowest request: allow more time with MaxDuration, or MaxComparisonSeconds on an attribute.");
        }
    }

    /// <summary>What was measured before a comparison had to end, so that it isn't lost with what went wrong.</summary>
    public static Problem CutShort(LoadComparisonResult until) => new(
        $"That ended the comparison after {Counted.Of(until.Placements, "placement")}",
        "apps that can be loaded over new connections, and started anew if the kit starts them",
        $"What was measured until then:{Environment.NewLine}{until}");

    /// <summary>Why a comparison is no evidence, whatever it measured: nobody has said what would be too slow.</summary>
    public static IEnumerable<Problem> Ungated(LoadComparisonResult result)
    {
        // Where requests failed there are no gates either, and that is told instead.
        if (result.Gates.Count == 0 && result.Candidate.Failed == 0 && !Unfounded(result).Any())
        {
            yield return new Problem("The comparison has no gate", "one gate or more", "Set one with Within before RunAsync.");
        }
    }

    /// <summary>Why there is no verdict, however long it were measured; noise is no such reason.</summary>
    public static IEnumerable<Problem> Missing(LoadComparisonResult result) =>
        [.. Unfounded(result), .. Ungated(result), .. result.Findings.Where(f => f.IsSetUpMistake).Select(f => f.AsProblem())];

    // Requests that an app has left behind say less than how it ended.
    private static IEnumerable<string> Gone(LoadResult side) =>
        side.Findings.Where(f => f.Name == AppStoppedDoubt.Name).Select(f => $"{f.Message} {f.Mend}");
}
