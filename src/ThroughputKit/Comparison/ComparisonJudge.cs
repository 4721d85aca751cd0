using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>Judges the result of a comparison by its gates, if there is evidence to judge by. Pure.</summary>
internal static class ComparisonJudge
{
    public static Verdict Judge(LoadComparisonResult result)
    {
        Finding[] mistakes = [.. Doubts.Mistakes(result.Findings)];
        var notJudged = result.Gates.Where(g => mistakes.Length > 0 && g.Verdict == GateVerdict.Inconclusive).ToArray();
        return new Verdict(result.Candidate, [.. Requests(result), .. Rare(result), .. result.Gates.Except(notJudged)])
        {
            NotJudged = [.. notJudged.Select(g => g.Gate)],
            Mistakes = mistakes,
            Problems = [.. Unfounded(result).Concat(Ungated(result)).Select(p => ("Reference", p))],
            Comparison = result,
        };
    }

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
                "There is nothing to compare with. Fix the reference, or choose another. "
                    + $"MaxFailures does not apply to it.{(result.Reference.Failures.Timeouts > 0 ? $" {GateText.WhyUnanswered}" : "")}")
            { Evidence = string.Join(" ", result.Reference.Failures.Examples.Take(1).Select(e => $"{e}.").Concat(Gone(result.Reference))) };
        }
        else if (result.Candidate.Failed == 0 && result.RpsRatio is null && result.IsOfResults)
        {
            yield return ComparisonOfResults.WhyIncomparable(result.Reference, result.Candidate);
        }
        else if (result.Candidate.Failed == 0 && result.RpsRatio is null)
        {
            yield return new Problem(
                $"Too little was compared: connections were opened anew {Counted.Of(result.Placements, "time")}",
                "4 times or more",
                "The requests are slow, so few turns fit into the time. "
                    + "Set fewer Connections, or allow more time with MeasureFor, or with MaxComparisonSeconds on an attribute.");
        }
    }

    /// <summary>Returns the reason why a comparison is no evidence, whatever it measured: no gate says how slow is too slow.</summary>
    public static IEnumerable<Problem> Ungated(LoadComparisonResult result) => Problem.If(
        result.Gates.Count == 0 && result.Candidate.Failed == 0 && !Unfounded(result).Any(), // failed requests leave no gates either; they are reported instead
        result.IsOfResults ? "A comparison of two results has no gates" : "The comparison has no gate",
        "one gate or more",
        result.IsOfResults ? "Assert its ratios, or compare the tests with LoadTest.ComparedWith, which has gates." : "Set one with Within before RunAsync.");

    /// <summary>Returns the reasons for a missing verdict that longer measuring would not remove. Noise is not one of them.</summary>
    public static IEnumerable<Problem> Missing(LoadComparisonResult result) =>
        [.. Unfounded(result), .. Ungated(result), .. Doubts.Mistakes(result.Findings).Select(f => f.AsProblem())];

    private static IEnumerable<GateOutcome> Requests(LoadComparisonResult result)
    {
        if (result.Candidate.Failed > 0)
        {
            yield return GateOutcome.WithoutEvidence(
                $"{Counted.Of(result.Candidate.Failed, "request")} of the candidate failed; "
                + "a comparison needs responses that succeed, whatever MaxFailures allows"
                + (result.Candidate.Failures.Timeouts > 0 ? $". {GateText.WhyUnanswered}" : ""));
        }
    }

    // Too little evidence lets no gate pass, but a gate that has failed has failed for sure.
    private static IEnumerable<GateOutcome> Rare(LoadComparisonResult result) =>
        from side in new[] { ("reference", result.Reference), ("candidate", result.Candidate) }
        from rare in side.Item2.Findings.Where(f => f.Name == FindingNames.RareRequest)
        let message = $"in the slices of the {side.Item1}, {rare.Message.TrimEnd('.')}. {rare.Remedy.TrimEnd('.')}"
        select GateOutcome.WithoutEvidence(message, GateVerdict.Inconclusive);

    // The way an app ended says more than the requests that it left unanswered.
    private static IEnumerable<string> Gone(LoadResult side) =>
        side.Findings.Where(f => f.Name == FindingNames.AppStopped).Select(f => $"{f.Message} {f.Remedy}");
}
