using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>
/// Makes the report of an experiment. A difference is reported only of variants that were steady, as was the reference, and whose interval excludes 1. Pure.
/// </summary>
internal static class ExperimentReport
{
    private const int MaxClaims = 5;

    public static Report Of(LoadExperimentResult result)
    {
        var others = result.Variants.Where(v => v.Name != result.Reference).ToArray();
        return new Report
        {
            Kind = "Experiment",
            Title = $"{string.Join(", ", result.Variants.Take(MaxClaims).Select(v => v.Name))}"
                + (result.Variants.Count > MaxClaims ? Invariant($" and {result.Variants.Count - MaxClaims:N0} more") : ""),
            VerdictText = string.Join("; ", others.Take(MaxClaims).Select(v => $"{v.Name}: {Claim(v, result)}"))
                + (others.Length > MaxClaims ? Invariant($"; {others.Length - MaxClaims:N0} more in the table") : "") + ".",
            Duration = TimeSpan.Zero,
            Findings = [.. Findings(result)],
            Notes = ExperimentTable.Remarks(result),
            Tables = [new ReportTable("Variants", ExperimentTable.Rows(result), ExperimentTable.IsText)],
            Charts = [.. RatioChart.Of(result)],
            Failures = [.. result.Variants.SelectMany(Failure)],
            EndpointRows = [.. result.Variants.Select(v => Row(v, result))],
        };
    }

    /// <summary>Returns what was shown of a variant.</summary>
    public static string Claim(VariantFigures variant, LoadExperimentResult result) => variant.Ratio switch
    {
        null => "no ratio",
        { HasInterval: false } => "too few rounds for an interval, so nothing was shown",
        _ when !IsClear(variant, result) => "not steady, so nothing was shown",
        { IsDistinct: false } => "no difference was shown",
        var ratio => $"{RatioText.Number(ratio.Value)} times the RPS of {result.Reference} "
            + $"({RatioText.Number(ratio.Low)} to {RatioText.Number(ratio.High)})",
    };

    /// <summary>Returns whether the interval of a variant says something.</summary>
    public static bool IsClear(VariantFigures variant, LoadExperimentResult result) =>
        variant.Ratio is { HasInterval: true } && ExperimentTable.IsSteady(variant) && ExperimentTable.IsSteady(result[result.Reference]);

    /// <summary>Returns the ratio of a variant, without an interval that says nothing.</summary>
    public static RatioFigures? Ratio(VariantFigures variant, LoadExperimentResult result) =>
        variant.Ratio is not { } ratio || variant.Name == result.Reference || IsClear(variant, result) ? variant.Ratio
        : ratio with { Low = 0, High = double.PositiveInfinity };

    private static IEnumerable<ReportFinding> Findings(LoadExperimentResult result) => result.Variants
        .SelectMany(v => v.Findings.Select(f => (v.Name, Finding: f))).GroupBy(f => f.Finding, f => f.Name)
        .OrderByDescending(g => g.Key.Severity)
        .Select(g => ReportFinding.Create(g.Key, g.Count() == result.Variants.Count ? "Every variant" : string.Join(", ", g)));

    private static IEnumerable<ReportFailure> Failure(VariantFigures variant) =>
        variant.Samples.Select(s => s.FirstFailure).FirstOrDefault(f => f is not null) is { } first ? [ReportFailure.Create(first, variant.Name)] : [];

    private static EndpointRow Row(VariantFigures variant, LoadExperimentResult result) => new("variant", variant.Name)
    {
        Failed = variant.Failed,
        Rps = variant.Rps,
        Mean = variant.Mean,
        P50 = variant.P50,
        P99 = variant.P99,
        AllocatedBytesPerRequest = variant.AllocatedBytesPerRequest,
        DatabaseCommandsPerRequest = variant.DatabaseCommandsPerRequest,
        HttpRequestsPerRequest = variant.HttpRequestsPerRequest,
        ExceptionsPerRequest = variant.ExceptionsPerRequest,
        CpuTimePerRequest = variant.CpuTimePerRequest,
        Ratio = Ratio(variant, result),
    };
}
