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
                FormattableString.Invariant($"There {(result.Slices == 1 ? "is" : "are")} {Counted.Of(result.Slices, "slice")} of each side"),
                "four or more",
                "A slice takes as long as its slowest request: allow more time with MaxDuration, or MaxComparisonSeconds on an attribute.");
        }
    }

    /// <summary>Why a comparison is no evidence, whatever it measured: nobody has said what would be too slow.</summary>
    public static IEnumerable<Problem> Ungated(LoadComparisonResult result)
    {
        // Where requests failed there are no gates either, and that is told instead.
        if (result.Gates.Count == 0 && result.Candidate.Failed == 0 && !Unfounded(result).Any())
        {
            yield return new Problem("The comparison has no gate", "one gate or more", "Set one with Within before RunAsync.");
        }
    }

    /// <summary>Why there is no verdict of what could not be measured a second time.</summary>
    /// <param name="first">What was measured the first time.</param>
    public static Problem NotAgain(LoadComparisonResult first) => new(
        "What was beyond its limit could not be measured again",
        "apps that can be loaded over new connections",
        $"The first time this was measured:{Environment.NewLine}{first}");

    /// <summary>Why there is no verdict, however long it were measured; noise is no such reason.</summary>
    public static IEnumerable<Problem> Missing(LoadComparisonResult result) =>
        [.. Unfounded(result), .. Ungated(result), .. result.Findings.Where(f => f.IsSetUpMistake).Select(f => f.AsProblem())];

    // Requests that an app has left behind say less than how it ended.
    private static IEnumerable<string> Gone(LoadResult side) =>
        side.Findings.Where(f => f.Name == AppStoppedDoubt.Name).Select(f => $"{f.Message} {f.Mend}");
}
