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
            .. reference.Findings.Union(candidate.Findings).Append(ComparisonFindings.OtherConditions(reference, candidate)).OfType<Finding>()
                .OrderByDescending(f => f.Severity),
        ],
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
        LoadResult[] attempts = [.. result.Attempts];
        if (attempts.Any(a => a.Failed > 0 || a.IsPartlyUnserved || EvidenceRule.Check(a).Any() || !(figure.Value(a) > 0))
            || attempts.Sum(a => a.Latency.Count) < figure.MinLatencies || figure.IsLowerBound(attempts))
        {
            return null;
        }

        var value = figure.Combine(attempts);
        return (value, Math.Log(AttemptRule.OfAnotherRun(figure, attempts).High / value));
    }
}
