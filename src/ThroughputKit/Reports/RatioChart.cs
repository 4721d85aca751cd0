namespace ThroughputKit.Reports;

/// <summary>The charts of ratios: of a comparison against its limits, and of an experiment. Pure.</summary>
internal static class RatioChart
{
    public static IEnumerable<ReportChart> Of(LoadComparisonResult result, IReadOnlyList<GateOutcome> outcomes) => Chart(
        "Candidate / reference, with 95% intervals",
        [
            .. Row("RPS", result.RpsRatio, outcomes, nameof(ComparisonGates.MaxSlowdownPercent), nameof(ComparisonGates.MinRpsRatio)),
            .. Row("p50 latency", result.P50Ratio, outcomes, nameof(ComparisonGates.MaxP50IncreasePercent)),
            .. Row("p99 latency", result.P99Ratio, outcomes, nameof(ComparisonGates.MaxP99IncreasePercent)),
        ]);

    public static IEnumerable<ReportChart> Of(LoadExperimentResult result) => Chart(
        $"RPS relative to {result.Reference}, with 95% intervals",
        [
            .. from variant in result.Variants
               where variant.Name != result.Reference
               let ratio = ExperimentReport.Ratio(variant, result)
               where ratio is not null
               select new DotRow(variant.Name, ratio, ratio.HasInterval ? Note(ratio) : "nothing was shown"),
        ]);

    private static IEnumerable<ReportChart> Chart(string title, DotRow[] rows) => rows.Length == 0 ? [] :
    [
        new DotData(
            title,
            $"{string.Join("; ", rows.Take(5).Select(r => $"{r.Name} {RatioText.Number(r.Ratio.Value)}, {r.Note}"))}.",
            RatioText.Table($"{title}: values", rows.Select(r => (string[])[.. RatioText.Row(r.Name, r.Ratio)[..4], r.Note])),
            rows),
    ];

    private static IEnumerable<DotRow> Row(string name, RatioFigures? ratio, IReadOnlyList<GateOutcome> outcomes, params string[] gates)
    {
        if (ratio is null)
        {
            return [];
        }

        var outcome = outcomes.FirstOrDefault(o => gates.Contains(o.Gate));
        var note = outcome?.Verdict switch
        {
            null => ratio.HasInterval ? Note(ratio) : "too few measurements",
            GateVerdict.Passed => "\u2713 within the limit",
            GateVerdict.Failed => "\u2717 beyond the limit",
            _ => Limit(outcome!) is { } limit && ratio.Low <= limit && limit <= ratio.High ? "? too near to tell" : "? no verdict",
        };
        return [new DotRow(name, ratio, note) { Limit = outcome is null ? null : Limit(outcome) }];
    }

    private static double? Limit(GateOutcome outcome) => outcome.Figures is not { Limit: var limit } ? null : outcome.Gate switch
    {
        nameof(ComparisonGates.MinRpsRatio) => limit,
        nameof(ComparisonGates.MaxSlowdownPercent) => 1 - (limit / 100),
        _ => 1 + (limit / 100),
    };

    private static string Note(RatioFigures ratio) => ratio.IsDistinct ? "a difference" : "no difference was shown";
}
