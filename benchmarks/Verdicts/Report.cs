using System.Globalization;
using Spectre.Console;

namespace Verdicts;

/// <summary>What all trials come to.</summary>
internal static class Report
{
    public static void Print(Records records)
    {
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, 200);
        Print(records, Plan.Trials, ["trials", "passed", "failed", "inconclusive", "seconds, median", "at most", "within 20 s", "machine busy", "ratio, median", "half-width, median", "holds 1", "p50 holds 1"], Trials);
        Print(records, Plan.Processes, ["processes", "not steady", "warm-up s, median", "at most", "later RPS, median", "lowest", "highest", "then, median", "lowest", "highest", "B/request, median", "lowest", "highest", "within 0.3%", "within 1%"], Processes);
        Print(records, Plan.Counts, ["processes", "right", "contended locks, lowest", "median", "highest", "seconds to count, median", "at most"], Counts);
        Print(records, Plan.Costs, ["pairs", "seconds to count, median", "at most", "RPS ratio, median", "lowest", "highest", "B/request ratio, median", "lowest", "highest"], Costs);
    }

    // A table with a row for each series that has been tried.
    private static void Print(Records records, IReadOnlyList<string> names, string[] headings, Func<IReadOnlyList<Record>, string[]> cells)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumn("Series");
        Array.ForEach(headings, heading => table.AddColumn(heading, c => c.RightAligned().NoWrap()));
        foreach (var series in names.Where(name => records.Of(name).Count > 0))
        {
            table.AddRow([series, .. cells(records.Of(series))]);
        }

        if (table.Rows.Count > 0)
        {
            AnsiConsole.Write(table);
        }
    }

    private static string[] Trials(IReadOnlyList<Record> trials) =>
    [
        $"{trials.Count}",
        $"{trials.Count(t => t.Verdict == "Passed")}",
        $"{trials.Count(t => t.Verdict == "Failed")}",
        $"{trials.Count(t => t.Verdict == "Inconclusive")}",
        Show(Median(trials.Select(t => (double?)t.Seconds)), "0.0"),
        Show(trials.Max(t => t.Seconds), "0.0"),
        $"{trials.Count(t => t.Seconds <= 20)}",
        $"{trials.Count(t => t.WasBusy)}",
        Show(Median(trials.Select(t => t.Value)), "0.000"),
        Show(Median(trials.Select(t => t.HalfWidth)), "0.00%"),
        $"{trials.Count(t => t.HoldsOne == true)} of {trials.Count(t => t.HoldsOne is not null)}",
        $"{trials.Count(t => t.HoldsOneOfP50 == true)} of {trials.Count(t => t.HoldsOneOfP50 is not null)}",
    ];

    private static string[] Processes(IReadOnlyList<Record> trials)
    {
        var median = Median(trials.Select(t => t.Value));
        return
        [
            $"{trials.Count}",
            $"{trials.Count(t => t.Verdict != "Steady")}",
            Show(Median(trials.Select(t => t.WarmUpSeconds)), "0.0"),
            Show(trials.Max(t => t.WarmUpSeconds), "0.0"),
            Show(Median(trials.Select(t => t.LaterRpsRatio)), "0.000"),
            Show(trials.Min(t => t.LaterRpsRatio), "0.000"),
            Show(trials.Max(t => t.LaterRpsRatio), "0.000"),
            Show(Median(trials.Select(t => t.LastRpsRatio)), "0.000"),
            Show(trials.Min(t => t.LastRpsRatio), "0.000"),
            Show(trials.Max(t => t.LastRpsRatio), "0.000"),
            Show(median, "N1"),
            Show(trials.Min(t => t.Value), "N1"),
            Show(trials.Max(t => t.Value), "N1"),
            Within(0.003),
            Within(0.01),
        ];

        string Within(double share) => $"{trials.Count(t => Math.Abs((t.Value - median) / median ?? double.MaxValue) <= share)}";
    }

    private static string[] Counts(IReadOnlyList<Record> trials) =>
    [
        $"{trials.Count}",
        $"{trials.Count(t => t.Verdict == "Right")}",
        Show(trials.Min(t => t.Value), "0.0000"),
        Show(Median(trials.Select(t => t.Value)), "0.0000"),
        Show(trials.Max(t => t.Value), "0.0000"),
        Show(Median(trials.Select(t => t.CountingSeconds)), "0.00"),
        Show(trials.Max(t => t.CountingSeconds), "0.00"),
    ];

    private static string[] Costs(IReadOnlyList<Record> trials) =>
    [
        $"{trials.Count}",
        Show(Median(trials.Select(t => t.CountingSeconds)), "0.00"),
        Show(trials.Max(t => t.CountingSeconds), "0.00"),
        Show(Median(trials.Select(t => t.Value)), "0.000"),
        Show(trials.Min(t => t.Value), "0.000"),
        Show(trials.Max(t => t.Value), "0.000"),
        Show(Median(trials.Select(t => t.BytesRatio)), "0.0000"),
        Show(trials.Min(t => t.BytesRatio), "0.0000"),
        Show(trials.Max(t => t.BytesRatio), "0.0000"),
    ];

    private static double? Median(IEnumerable<double?> values)
    {
        double[] sorted = [.. values.OfType<double>().Order()];
        return sorted.Length == 0 ? null : (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }

    private static string Show(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
