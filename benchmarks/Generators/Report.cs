using System.Globalization;
using System.Text.Json;
using Spectre.Console;

namespace Generators;

/// <summary>Medians of all rounds, beside wrk.</summary>
internal static class Report
{
    private static readonly JsonSerializerOptions _json = new(JsonSerializerOptions.Web)
    {
        WriteIndented = true,
        NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    public static void Print(IReadOnlyDictionary<string, List<Round>> rounds)
    {
        var wrk = rounds.Where(r => r.Key.StartsWith("wrk", StringComparison.Ordinal))
            .Select(r => Median(r.Value, x => x.RequestsPerSecond)).DefaultIfEmpty(double.NaN).Max();
        var table = new Table().Border(TableBorder.Simple).AddColumn("Generator", c => c.NoWrap());
        foreach (var heading in (string[])["RPS", "to wrk", "errors", "B/request", "CPU us/request"])
        {
            table.AddColumn(heading, c => c.RightAligned().NoWrap());
        }

        foreach (var (name, all) in rounds)
        {
            var rps = Median(all, r => r.RequestsPerSecond);
            table.AddRow(
                name,
                Show(rps, "N0"),
                Show(rps / wrk, "0.00"),
                Show(all.Sum(r => r.Errors), "N0"),
                Show(Median(all, r => r.AllocatedBytesPerRequest ?? double.NaN), "0.00"),
                Show(Median(all, r => r.CpuMicrosecondsPerRequest), "0.0"));
        }

        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, 110); // the default for a file or a pipe is too narrow
        AnsiConsole.Write(table);
    }

    public static void Save(string path, IReadOnlyDictionary<string, List<Round>> rounds)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.WriteAllText(path, JsonSerializer.Serialize(rounds, _json));
    }

    private static double Median(List<Round> rounds, Func<Round, double> figure)
    {
        double[] sorted = [.. rounds.Select(figure).Order()];
        return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }

    private static string Show(double value, string format) =>
        double.IsNaN(value) ? "-" : value.ToString(format, CultureInfo.InvariantCulture);
}
