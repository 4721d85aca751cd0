using System.Globalization;
using System.Text;

namespace ThroughputKit.Comparison;

/// <summary>The result of an experiment as a table of text.</summary>
internal static class ExperimentTable
{
    private static readonly string[] _headings = ["Variant", "RPS", "Ratio", "Spread", "p50 ms", "p99 ms", "Failed", "B/request", "CPU us"];

    public static string Write(LoadExperimentResult result)
    {
        string[][] rows = [_headings, .. result.Variants.Select(Row)];
        int[] widths = [.. Enumerable.Range(0, _headings.Length).Select(column => rows.Max(r => r[column].Length))];
        var text = new StringBuilder();
        foreach (var row in rows)
        {
            // The name to the left, figures to the right.
            text.AppendLine(string.Join("  ", row.Select((cell, column) => column == 0 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd());
        }

        return text.ToString().TrimEnd();
    }

    private static string[] Row(VariantFigures v) =>
    [
        v.Name,
        Show(v.RequestsPerSecond, "N0"),
        Show(v.Ratio, "0.000"),
        string.Create(CultureInfo.InvariantCulture, $"{v.LowestRatio:0.00}..{v.HighestRatio:0.00}"),
        Show(v.P50?.TotalMilliseconds, "0.00"),
        Show(v.P99?.TotalMilliseconds, "0.00"),
        v.Failed.ToString("N0", CultureInfo.InvariantCulture),
        Show(v.AllocatedBytesPerRequest, "N1"),
        Show(v.CpuTimePerRequest?.TotalMicroseconds, "0.0"),
    ];

    private static string Show(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
