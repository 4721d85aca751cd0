using ThroughputKit.Gates;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>The charts of a run over time. Pure.</summary>
internal static class TimeCharts
{
    private const int MaxValues = 40;

    public static IEnumerable<ReportChart> Of(LoadResult result)
    {
        var throughput = TimeColumn.Throughput(result.Intervals);
        var latency = TimeColumn.Latency(result.Intervals);
        if (throughput.Count > 1)
        {
            var (least, most) = (throughput.Min(c => c.Mean), throughput.Max(c => c.Mean));
            var chart = new LineData(
                "Throughput over time",
                Invariant($"{Readable.Rate(result.Rps)} RPS; between {Readable.Rate(least)} and {Readable.Rate(most)} in intervals of ")
                    + Invariant($"{result.Intervals[0].Length.TotalMilliseconds:#,0.###} ms.{Failures(result)}"),
                Values("Throughput over time", "RPS", throughput, Readable.Rate),
                "RPS",
                IsLog: false,
                throughput)
            { Limit = Minimum(result) };
            yield return chart.IsLimitAbove ? chart with { Finding = $"{chart.Finding} The {chart.Limit!.Value.Name} is above this chart." } : chart;
        }

        if (latency.Any(c => c.Weight > 0) && latency.Count > 1)
        {
            var slowest = latency.MaxBy(c => c.Most);
            yield return new LineData(
                "Latency over time",
                Invariant($"Mean and longest latency of each interval; the longest was {slowest.Most:#,0.00} ms, ")
                    + Invariant($"from {slowest.Start:#,0.00} to {slowest.End:#,0.00} s after the start."),
                Values("Latency over time", "ms", latency, v => Invariant($"{v:#,0.00}")),
                "ms",
                IsLog: true,
                latency);
        }
    }

    private static string Failures(LoadResult result)
    {
        LoadInterval[] failed = [.. result.Intervals.Where(i => i.Failed > 0)];
        return failed.Length == 0 ? ""
            : Invariant($" Crosses mark failed requests, from {failed[0].Start.TotalSeconds:0.00} ")
                + Invariant($"to {(failed[^1].Start + failed[^1].Length).TotalSeconds:0.00} s.");
    }

    private static (double Value, string Name)? Minimum(LoadResult result) => result.Limits?.MinRps is { } limit
        ? (limit, $"minimum {GateText.Limit(Figures.Of(nameof(LoadGates.MinRps)), limit)} RPS")
        : null;

    private static ReportTable Values(string title, string unit, IReadOnlyList<TimeColumn> columns, Func<double, string> format)
    {
        return new ReportTable(
            $"{title}: values",
            [
                ["From s", "To s", $"Mean {unit}", $"Least {unit}", $"Largest {unit}", "Failed"],
                .. TimeColumn.Merge(columns, MaxValues).Select(c => new[]
                {
                    Invariant($"{c.Start:#,0.00}"), Invariant($"{c.End:#,0.00}"), Known(c, c.Mean), Known(c, c.Least), Known(c, c.Most),
                    Invariant($"{c.Failed:N0}"),
                }),
            ],
            _ => false);

        string Known(TimeColumn column, double value) => column.Weight > 0 ? format(value) : "-";
    }
}
