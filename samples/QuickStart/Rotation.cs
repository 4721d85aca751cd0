using System.Globalization;
using Spectre.Console;
using ThroughputKit;

namespace QuickStart;

/// <summary>Lets contenders take turns in short rounds and shows their medians beside each other.</summary>
internal static class Rotation
{
    public static async Task RunAsync(int rounds, params Contender[] contenders)
    {
        Console.WriteLine($"{contenders.Length} endpoints, {rounds} rounds of half a second each; medians:");
        Console.WriteLine();
        foreach (var contender in contenders)
        {
            await contender.Test.With(FirstRound).RunAsync();
        }

        var results = contenders.ToDictionary(c => c, _ => new List<LoadResult>());
        for (var round = 0; round < rounds; round++)
        {
            // Every other round goes backwards, so that none is always first.
            foreach (var contender in round % 2 == 0 ? contenders : contenders.Reverse())
            {
                results[contender].Add(await contender.Test.With(ShortRound).RunAsync());
            }
        }

        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, 100); // the default for a file or a pipe is too narrow
        AnsiConsole.Write(Table(contenders, results));
    }

    // Its figures are not used: it warms the endpoint up until it is steady.
    private static void FirstRound(LoadOptions options)
    {
        options.Duration = TimeSpan.FromMilliseconds(100);
        options.WarmUp = TimeSpan.FromSeconds(1);
        options.MaxWarmUp = TimeSpan.FromSeconds(5);
    }

    private static void ShortRound(LoadOptions options)
    {
        options.Duration = TimeSpan.FromMilliseconds(500);
        options.WarmUp = TimeSpan.FromMilliseconds(100);
        options.MaxWarmUp = options.WarmUp;
    }

    private static Table Table(Contender[] contenders, Dictionary<Contender, List<LoadResult>> results)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumn("Endpoint", c => c.NoWrap());
        foreach (var heading in (string[])["RPS", "Ratio", "Mean ms", "P99 ms", "Failed", "B/request"])
        {
            table.AddColumn(heading, c => c.RightAligned().NoWrap());
        }

        var first = Median(results[contenders[0]], r => r.RequestsPerSecond);
        foreach (var contender in contenders)
        {
            var runs = results[contender];
            var rps = Median(runs, r => r.RequestsPerSecond);
            table.AddRow(
                contender.Name,
                Show(rps, "N0"),
                Show(rps / first, "0.00"),
                Show(Median(runs, r => r.Latency.Mean.TotalMilliseconds), "0.00"),
                Show(Median(runs, r => r.Latency.P99.TotalMilliseconds), "0.00"),
                Show(runs.Sum(r => r.Failed), "N0"),
                Show(Median(runs, r => r.Memory.AllocatedBytesPerRequest ?? double.NaN), "N0"));
        }

        return table;
    }

    private static double Median(List<LoadResult> runs, Func<LoadResult, double> figure)
    {
        double[] sorted = [.. runs.Select(figure).Order()];
        return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }

    private static string Show(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
