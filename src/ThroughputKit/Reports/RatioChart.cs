namespace ThroughputKit.Reports;

/// <summary>The charts of ratios: of a comparison against its limits, and of an experiment. Pure.</summary>
internal static class RatioChart
{
    public static IEnumerable<ReportChart> Of(LoadComparisonResult result, IReadOnlyList<GateOutcome> outcomes) => Chart(
        "Candidate / reference, with 95% intervals",
        [
            .. Row(RatioText.Rps, result.RpsRatio, outcomes, nameof(ComparisonGates.MaxSlowdownPercent), nameof(ComparisonGates.MinRpsRatio)),
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
               select new DotRow(variant.Name, ratio, ratio.HasInterval ? RatioText.Shown(ratio, isRate: true) : "nothing was shown"),
        ]);

    private static IEnumerable<ReportChart> Chart(string title, DotRow[] all)
    {
        double[] values = [1, .. all.SelectMany(r => r.Ratio.HasInterval ? [r.Ratio.Value, r.Ratio.Low, r.Ratio.High] : (double[])[r.Ratio.Value])];
        DotRow[] rows = [.. all.Select(r => Near(r, values.Min(), values.Max()))];
        return rows.Length == 0 ? [] : [Data(title, rows)];
    }

    // A limit far beyond the ratios would flatten them.
    private static DotRow Near(DotRow row, double min, double max) =>
        row.Limit is not { } limit || (limit <= LineData.Flattening * max && LineData.Flattening * limit >= min) ? row
        : row with { Limit = null, Note = FormattableString.Invariant($"{row.Note} ({limit:#,0.###}, not drawn)") };

    private static DotData Data(string title, DotRow[] rows) => new(
        title,
        $"{string.Join("; ", rows.Take(5).Select(r => $"{r.Name} {RatioText.Number(r.Ratio.Value)}, {r.Note}"))}.",
        RatioText.Table($"{title}: values", rows.Select(r => (string[])[.. RatioText.Row(r.Name, r.Ratio)[..4], r.Note])),
        rows);

    private static IEnumerable<DotRow> Row(string name, RatioFigures? ratio, IReadOnlyList<GateOutcome> outcomes, params string[] gates)
    {
        if (ratio is null)
        {
            return [];
        }

        var outcome = outcomes.FirstOrDefault(o => gates.Contains(o.Gate));
        var judged = outcome?.Verdict switch
        {
            null => "",
            GateVerdict.Passed => ": \u2713 within the limit",
            GateVerdict.Failed => ": \u2717 beyond the limit",
            _ => Limit(outcome!) is { } limit && ratio.Low <= limit && limit <= ratio.High ? ": ? too near the limit to tell" : ": ? no verdict on the limit",
        };
        return [new DotRow(name, ratio, $"{RatioText.Shown(ratio, name == RatioText.Rps)}{judged}") { Limit = outcome is null ? null : Limit(outcome) }];
    }

    private static double? Limit(GateOutcome outcome) => outcome.Figures is not { Limit: var limit } ? null : outcome.Gate switch
    {
        nameof(ComparisonGates.MinRpsRatio) => limit,
        nameof(ComparisonGates.MaxSlowdownPercent) => 1 - (limit / 100),
        _ => 1 + (limit / 100),
    };
}
