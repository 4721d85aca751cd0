using System.Globalization;
using Spectre.Console;

namespace Verdicts;

/// <summary>What all trials come to.</summary>
internal static class Report
{
    public static void Print(Records records)
    {
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, 140);
        var table = new Table().Border(TableBorder.Simple).AddColumn("Series");
        foreach (var heading in new[] { "trials", "passed", "failed", "inconclusive", "seconds, median", "at most", "within 20 s", "machine busy", "ratio, median", "half-width, median" })
        {
            table.AddColumn(heading, c => c.RightAligned().NoWrap());
        }

        foreach (var series in Plan.Trials.Where(name => records.Of(name).Count > 0))
        {
            var trials = records.Of(series);
            table.AddRow(
                series,
                $"{trials.Count}",
                $"{trials.Count(t => t.Verdict == "Passed")}",
                $"{trials.Count(t => t.Verdict == "Failed")}",
                $"{trials.Count(t => t.Verdict == "Inconclusive")}",
                Show(Median(trials.Select(t => (double?)t.Seconds)), "0.0"),
                Show(trials.Max(t => t.Seconds), "0.0"),
                $"{trials.Count(t => t.Seconds <= 20)}",
                $"{trials.Count(t => t.WasBusy)}",
                Show(Median(trials.Select(t => t.Value)), "0.000"),
                Show(Median(trials.Select(t => t.HalfWidth)), "0.00%"));
        }

        AnsiConsole.Write(table);
    }

    private static double? Median(IEnumerable<double?> values)
    {
        double[] sorted = [.. values.OfType<double>().Order()];
        return sorted.Length == 0 ? null : (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }

    private static string Show(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
