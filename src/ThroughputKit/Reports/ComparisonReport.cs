using ThroughputKit.Comparison;
using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>Makes the report of a comparison. Pure.</summary>
internal static class ComparisonReport
{
    private const string Reference = "reference", Candidate = "candidate";

    public static Report Of(LoadComparisonResult result) => Of(
        result, result.Verdict is null ? [] : ComparisonJudge.Judge(result).ToResult(result.Candidate.Limits ?? new LoadGates()).Gates);

    /// <param name="result">The result.</param>
    /// <param name="judged">All outcomes; none if there are no gates.</param>
    public static Report Of(LoadComparisonResult result, IReadOnlyList<GateOutcome> judged)
    {
        var (reference, candidate) = (result.Reference, result.Candidate);
        GateVerdict? verdict = judged.Count == 0 ? null : GateOutcome.Overall(judged); // as Verify judges
        var outcomes = Outcomes.Of(judged);
        (string, LatencyFigures)[] sides = [("Reference", reference.Latency), ("Candidate", candidate.Latency)];
        return new Report
        {
            Kind = "Comparison",
            Title = $"{SideNames.Of(candidate, reference)} compared with {SideNames.Of(reference, candidate)}",
            Loads = Facts.OfSides([LoadText.Of(reference)], [LoadText.Of(candidate)]),
            Verdict = verdict,
            VerdictText = verdict is null && result.RpsRatio is { HasInterval: true } ratio ? Shown(ratio) : Outcomes.Verdict(verdict, outcomes),
            Duration = result.Elapsed,
            Outcomes = outcomes,
            Findings = [.. result.Findings.Select(f => ReportFinding.Create(f, ComparisonText.SideOf(f, result)))],
            Notes = [.. ComparisonText.Ratio(result)],
            Tables =
            [
                new ReportTable("Figures", ComparisonText.Rows(result), ComparisonText.IsText), .. Ratios(result), ReportTables.Latency(sides),
                .. Side(reference, "Reference"), .. Side(candidate, "Candidate"),
            ],
            Charts = [.. RatioChart.Of(result, [.. Outcomes.WorstFirst(judged)]), .. LatencyCharts.Distributions(sides), .. LatencyCharts.Percentiles(sides)],
            Failures = [.. ReportFailure.All(reference, "Reference"), .. ReportFailure.All(candidate, "Candidate")],
            Environment = Facts.OfSides(Facts.Environment(reference), Facts.Environment(candidate)),
            Settings = Facts.OfSides(Facts.Settings(reference), Facts.Settings(candidate)),
            EndpointRows =
            [
                EndpointRow.Of(reference, Reference, reference.Name),
                EndpointRow.Of(candidate, Candidate, candidate.Name) with { Ratio = result.RpsRatio, Verdict = $"{verdict}" },
                .. reference.Endpoints.Select(e => EndpointRow.Of(e, "endpoint of reference")),
                .. candidate.Endpoints.Select(e => EndpointRow.Of(e, "endpoint of candidate")),
            ],
            IntervalRows = [.. IntervalRow.All(reference, Reference), .. IntervalRow.All(candidate, Candidate)],
        };
    }

    /// <summary>Returns what a ratio says: a difference, or that none was shown.</summary>
    private static string Shown(RatioFigures ratio) => $"RPS ratio {ComparisonText.Show(ratio)}: "
        + $"{(ratio.IsDistinct ? $"the candidate is {RatioText.Shown(ratio, isRate: true)}" : "no difference was shown, as the interval contains 1")}.";

    private static IEnumerable<ReportTable> Ratios(LoadComparisonResult result)
    {
        (string Name, RatioFigures? Ratio)[] all = [(RatioText.Rps, result.RpsRatio), ("p50 latency", result.P50Ratio), ("p99 latency", result.P99Ratio)];
        string[][] rows = [.. all.Where(r => r.Ratio is not null).Select(r => RatioText.Row(r.Name, r.Ratio!))];
        return rows.Length == 0 ? [] : [RatioText.Table("Candidate / reference", rows)];
    }

    private static IEnumerable<ReportTable> Side(LoadResult side, string name) =>
        new[] { ReportTables.Figures(side) }.Concat(ReportTables.Endpoints(side)).Concat(ReportTables.FailureKinds(side)).Concat(ReportTables.Work(side))
            .Concat(ReportTables.Types(side)).Select(t => t with { Title = $"{name}: {t.Title}", IsDetail = true });
}
