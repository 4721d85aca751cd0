using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>The result of an experiment as a table of text.</summary>
internal static class ExperimentTable
{
    private static readonly string[] _headings = ["Variant", "RPS", "Ratio", "Spread", "p50 ms", "p99 ms", "Failed", "B/request", "CPU us"];

    public static string Write(LoadExperimentResult result)
    {
        var table = TextTable.Write([_headings, .. result.Variants.Select(Row)], column => column == 0);
        return result.Variants.All(v => v.Ratio is not null)
            ? table
            : $"{table}{Environment.NewLine}Ratios are not available, because the baseline '{result.Baseline}' reached nothing in one round or more.";
    }

    private static string[] Row(VariantFigures v) =>
    [
        v.Name,
        Show(v.RequestsPerSecond, "N0"),
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
