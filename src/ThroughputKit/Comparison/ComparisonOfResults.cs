using ThroughputKit.Findings;
using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>Compares two results that were measured at different times. Pure.</summary>
internal static class ComparisonOfResults
{
    public static LoadComparisonResult Of(LoadResult reference, LoadResult candidate) => new()
    {
        Reference = reference,
        Candidate = candidate,
        RpsRatio = (reference.Pacing ?? candidate.Pacing) is null ? Ratio(nameof(LoadGates.MinRps), reference, candidate) : null, // a set rate is the load's
        P50Ratio = Ratio(nameof(LoadGates.MaxP50LatencyMs), reference, candidate),
        P99Ratio = Ratio(nameof(LoadGates.MaxP99LatencyMs), reference, candidate),
        Gates = [],
        Slices = 0,
        GeneratorShare = null,
        Elapsed = TimeSpan.Zero,
        Findings =
        [
            .. reference.Findings.Union(candidate.Findings).Append(ComparisonFindings.OtherConditions(reference, candidate))
                .Append(ComparisonFindings.MoreWork(WorkDifference.MoreOf(reference, candidate))).OfType<Finding>()
                .OrderByDescending(f => f.Severity),
        ],
    };

    /// <summary>Returns why the two results have no ratio of RPS, and the remedy.</summary>
    public static Problem WhyIncomparable(LoadResult reference, LoadResult candidate)
    {
        string[] reasons = [.. Flaws("reference", reference), .. Flaws("candidate", candidate)];
        return reasons.Length == 0 && (reference.Pacing ?? candidate.Pacing) is not null
            ? new Problem(
                "A rate was set, so the RPS are those of the load, not of the app",
                "results of loads without a set rate",
                "Look at P50Ratio and P99Ratio, which compare latencies. For a ratio of RPS, measure without AtRate.")
            : new Problem(
                $"The two results have no ratio of RPS{string.Concat(reasons.Take(1).Select(r => $": {r}"))}",
                "two whole results with successes and without failures",
                "Measure again what is not whole.");

        static IEnumerable<string> Flaws(string side, LoadResult result) =>
            AttemptRule.RunsOf(result).Select(Flaw).OfType<string>().Select(f => $"of the {side}, {f.TrimEnd('.')}");
    }

    // What makes a run no evidence for a ratio.
    private static string? Flaw(LoadResult run) => run switch
    {
        { Failed: > 0 } => $"{Counted.Of(run.Failed, "request")} failed",
        _ when UnsentRule.IsPartlyUnserved(run) => UnsentRule.Unserved(run),
        _ => EvidenceRule.Check(run).FirstOrDefault()?.Message,
    };

    // The two runs vary independently, so the variances of the logarithms add up.
    private static RatioFigures? Ratio(string gate, LoadResult reference, LoadResult candidate)
    {
        var figure = Figures.Of(gate);
        if (Estimate(figure, reference) is not var (before, errorBefore) || Estimate(figure, candidate) is not var (now, errorNow))
        {
            return null;
        }

        var factor = Math.Exp(Math.Sqrt((errorBefore * errorBefore) + (errorNow * errorNow)));
        return new RatioFigures(now / before, now / before / factor, now / before * factor);
    }

    // The figure, and half the width of the interval of its logarithm.
    private static (double Value, double Error)? Estimate(Figure figure, LoadResult result)
    {
        var attempts = AttemptRule.RunsOf(result);
        if (attempts.Any(a => Flaw(a) is not null || !(figure.Value(a) > 0))
            || attempts.Sum(a => a.Latency.Count) < figure.MinLatencies || figure.IsLowerBound(attempts))
        {
            return null;
        }

        var value = figure.Combine(attempts);
        return (value, Math.Log(AttemptRule.OfAnotherRun(figure, attempts).High / value));
    }
}
