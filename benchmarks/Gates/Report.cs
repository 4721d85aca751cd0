using System.Globalization;
using Spectre.Console;

namespace Gates;

/// <summary>How often the gates passed, and where the time went that came to warm-up and window.</summary>
internal static class Report
{
    private const string SameHost = "FrameworkGates";

    public static void Print(IReadOnlyList<IReadOnlyList<TestRecord>> runs)
    {
        var passed = runs.Count(r => r.All(t => t.HasPassed));
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, 110);
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{passed} of {runs.Count} runs passed all their {runs[0].Count} gates."));
        foreach (var failed in runs.SelectMany(r => r).Where(t => !t.HasPassed))
        {
            AnsiConsole.WriteLine($"failed: {failed.Name}");
        }

        var together = Median(runs.Select(r => r.Sum(t => t.Seconds)));
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Together the tests of a run took {together:0.0} s (median)."));
        AnsiConsole.WriteLine("Seconds that a test takes beyond its own warm-up and window, medians of all runs:");
        var table = new Table().Border(TableBorder.Simple).AddColumn("Test");
        string[] steps = [.. runs.SelectMany(r => r).MaxBy(t => t.Steps.Count)!.Steps.Keys.Except(TestRecord.Own)];
        foreach (var step in steps.Concat(["framework", "in all", "at most"]))
        {
            table.AddColumn(step, c => c.RightAligned().NoWrap());
        }

        Add(table, steps, "the first of the assembly", [.. runs.Select(r => r[0])]);
        Add(table, steps, "the next on the same host", [.. runs.SelectMany(r => r.Where(t => t.Name.Contains(SameHost, StringComparison.Ordinal)).Skip(1))]);
        AnsiConsole.Write(table);
    }

    private static void Add(Table table, string[] steps, string name, TestRecord[] tests)
    {
        if (tests.Length == 0)
        {
            return; // the filter chose none of them
        }

        string[] row =
        [
            name,
            .. steps.Select(step => Show(Median(tests.Select(t => t.Steps.GetValueOrDefault(step))))),
            Show(Median(tests.Select(t => t.Framework))),
            Show(Median(tests.Select(t => t.Added))),
            Show(tests.Max(t => t.Added)),
        ];
        table.AddRow(row);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }

    private static string Show(double seconds) => seconds.ToString("0.000", CultureInfo.InvariantCulture);
}
