using System.Globalization;

namespace ThroughputKit.Reporting;

/// <summary>Formats the result of an experiment as a text table.</summary>
internal static class ExperimentTable
{
    private static readonly string[] _headings = ["Variant", "RPS", "Ratio", "Spread", "p50 ms", "p99 ms", "Failed", "B/request", "CPU us"];

    public static string Write(LoadExperimentResult result)
    {
        List<string> lines = [TextTable.Write([_headings, .. result.Variants.Select(Row)], column => column == 0)];
        if (result.Variants.Any(v => v.Ratio is null))
        {
            lines.Add($"Ratios are not available because the reference '{result.Reference}' had 0 RPS in one or more rounds.");
        }

        // A finding that all variants share is reported once.
        lines.AddRange(result.Variants.SelectMany(v => v.Findings.Select(f => (v.Name, Text: $"{Rounds(v, f)}: {f}")))
            .GroupBy(l => l.Text, StringComparer.Ordinal)
            .Select(g => $"{(g.Count() == result.Variants.Count ? "Every variant" : string.Join("; ", g.Select(l => l.Name)))}, {g.Key}"));
        return string.Join(Environment.NewLine, lines);
    }

    // A problem of the app occurs in every round; a problem of the machine occurs in some.
    private static string Rounds(VariantFigures v, Finding finding) =>
        string.Create(CultureInfo.InvariantCulture, $"in {v.Samples.Count(s => s.Findings.Any(f => f.Name == finding.Name)):N0} of {v.Samples.Count:N0} rounds");

    private static string[] Row(VariantFigures v) =>
    [
        v.Name,
        Readable.Rate(v.Rps),
        Show(v.Ratio, "0.000"),
        v.Ratio is null ? "-" : string.Create(CultureInfo.InvariantCulture, $"{v.LowestRatio:0.00}..{v.HighestRatio:0.00}"),
        Show(v.P50?.TotalMilliseconds, "0.00"),
        Show(v.P99?.TotalMilliseconds, "0.00"),
        v.Failed.ToString("N0", CultureInfo.InvariantCulture),
        Show(v.AllocatedBytesPerRequest, "N1"),
        Show(v.CpuTimePerRequest?.TotalMicroseconds, "0.0"),
    ];

    private static string Show(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
