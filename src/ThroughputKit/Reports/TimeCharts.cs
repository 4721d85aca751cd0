using ThroughputKit.Gates;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>The charts of a run over time. Pure.</summary>
internal static class TimeCharts
{
    private const int MaxValues = 40;
    private const string Triangles = " Triangles mark generation 2 collections.";

    public static IEnumerable<ReportChart> Of(LoadResult result)
    {
        var throughput = TimeColumn.Throughput(result.Intervals);
        var latency = TimeColumn.Latency(result.Intervals);
        var memory = MemoryColumn.Of(result.Intervals);
        if (throughput.Count > 1)
        {
            var (least, most) = (throughput.Min(c => c.Mean), throughput.Max(c => c.Mean));
            var chart = new LineData(
                "Throughput over time",
                Invariant($"{Readable.Rate(result.Rps)} RPS; between {Readable.Rate(least)} and {Readable.Rate(most)} in intervals of ")
                    + Invariant($"{result.Intervals[0].Length.TotalMilliseconds:#,0.###} ms.{Failures(result)}{Collections(result, memory)}"),
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
                    + Invariant($"from {slowest.Start:#,0.00} to {slowest.End:#,0.00} s after the start.")
                    + (latency.Any(c => c.Collections > 0) ? Triangles : ""),
                Values("Latency over time", "ms", latency, v => Invariant($"{v:#,0.00}")),
                "ms",
                IsLog: true,
                latency);
        }

        if (memory.Count > 1 && memory.Any(c => c.Memory.Collections > 0))
        {
            var (last, most) = (memory[^1].Memory, memory.Max(c => c.Memory.AllBytes));
            yield return new MemoryData(
                "Memory by generation over time",
                $"After the last collection, generation 2 has {Mb(last.Gen2Bytes)} MB, large and pinned objects {Mb(last.LargeBytes)}, "
                    + $"generation 1 {Mb(last.Gen1Bytes)} and generation 0 {Mb(last.Gen0Bytes)}; all had at most {Mb(most)} MB after a collection.",
                Values(memory),
                memory);
        }
    }

    private static string Collections(LoadResult result, IReadOnlyList<MemoryColumn> memory)
    {
        if (memory.Count == 0)
        {
            return result.IsAppAlone ? " Collections over time are not known: the app has a process of its own." : "";
        }

        var all = memory[0].Memory.WithCollectionsOf([.. memory.Select(c => c.Memory)]);
        return all.Collections == 0 ? " There was no garbage collection."
            : $"{(all.Gen2Collections > 0 ? Triangles : "")} Collections of generation 0, 1 and 2: "
                + Invariant($"{all.Gen0Collections:N0}, {all.Gen1Collections:N0} and {all.Gen2Collections:N0}.");
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

    // The memory of each is that where all of it is largest.
    private static ReportTable Values(IReadOnlyList<MemoryColumn> columns) => new(
        "Memory by generation over time: values",
        [
            ["From s", "To s", "Gen 0 MB", "Gen 1 MB", "Gen 2 MB", "Large MB", "Gen 0 collections", "Gen 1 collections", "Gen 2 collections"],
            .. MemoryColumn.Merge(columns, MaxValues).Select(c => (string[])
            [
                Invariant($"{c.Start:#,0.00}"), Invariant($"{c.End:#,0.00}"),
                Mb(c.Memory.Gen0Bytes), Mb(c.Memory.Gen1Bytes), Mb(c.Memory.Gen2Bytes), Mb(c.Memory.LargeBytes),
                Invariant($"{c.Memory.Gen0Collections:N0}"), Invariant($"{c.Memory.Gen1Collections:N0}"), Invariant($"{c.Memory.Gen2Collections:N0}"),
            ]),
        ],
        _ => false);

    private static string Mb(long bytes) => Invariant($"{bytes / 1e6:#,0.00}");

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
