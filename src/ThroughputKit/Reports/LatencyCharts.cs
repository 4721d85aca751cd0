using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>The charts of latencies. Pure.</summary>
internal static class LatencyCharts
{
    private const int Bins = 60, BinsOfValue = 3;
    private const double Smallest = 1e-4;

    /// <summary>Returns the latency of each side by percentile.</summary>
    public static IEnumerable<ReportChart> Percentiles(IReadOnlyList<(string Name, LatencyFigures Latency)> sides)
    {
        (string Name, LatencyFigures Latency)[] known = [.. sides.Where(s => s.Latency.Count > 0)];
        return known.Length == 0 ? [] :
        [
            new PercentileData(
                "Latency by percentile",
                string.Join(" ", known.Select(s => $"{(known.Length > 1 ? $"{s.Name}: " : "")}{Sentence(s.Latency)}.")),
                ReportTables.Latency(known) with { Title = "Latency by percentile: values" },
                known),
        ];
    }

    /// <summary>Returns how many requests of two sides took how long.</summary>
    public static IEnumerable<ReportChart> Distributions(IReadOnlyList<(string Name, LatencyFigures Latency)> sides)
    {
        if (sides.Any(s => s.Latency.Count == 0))
        {
            return [];
        }

        var min = Math.Max(Smallest, sides.Min(s => s.Latency.Measured.Min) / 1e6);
        var max = Math.Max(min * 1.01, sides.Max(s => s.Latency.Measured.Max) / 1e6);
        double[] edges = [.. Enumerable.Range(0, Bins + 1).Select(i => min * Math.Pow(max / min, (double)i / Bins))];
        double[][] shares = [.. sides.Select(s => Shares(s.Latency, min, max))];
        string[] names = [.. sides.Select(s => s.Name)];
        var left = sides.Sum(s => s.Latency.Unanswered);
        return
        [
            new DistributionData(
                "Distribution of latency",
                $"The medians are {string.Join(" and ", sides.Select(s => $"{Readable.Ms(s.Latency.P50)} ({s.Name})"))}."
                    + (left > 0 ? $" {Counted.Of(left, "request", "was", "were")} never answered and not in it." : ""),
                Values(names, edges, shares),
                names,
                edges,
                shares),
        ];
    }

    private static string Sentence(LatencyFigures latency) =>
        $"Half of the requests took at most {Show(latency, 50)}, 99% at most {Show(latency, 99)}; the longest took "
        + $"{(latency.Unanswered > 0 ? "at least " : "")}{Readable.Ms(latency.Max)}";

    private static string Show(LatencyFigures latency, double percent) =>
        $"{Readable.Ms(latency.Percentile(percent))}{(latency.IsLowerBound(percent) ? " or more" : "")}";

    private static double[] Shares(LatencyFigures latency, double min, double max)
    {
        var shares = new double[Bins];
        foreach (var (low, high, count) in latency.Measured.Buckets())
        {
            var at = Math.Log(Math.Max(min, (low + high) / 2e6) / min) / Math.Log(max / min);
            shares[Math.Clamp((int)(Bins * at), 0, Bins - 1)] += (double)count / latency.Count;
        }

        return shares;
    }

    private static ReportTable Values(string[] names, double[] edges, double[][] shares) => new(
        "Distribution of latency: values",
        [
            ["From ms", "To ms", .. names],
            .. Enumerable.Range(0, Bins / BinsOfValue).Select(i => (string[])
            [
                Invariant($"{edges[i * BinsOfValue]:#,0.000}"),
                Invariant($"{edges[(i + 1) * BinsOfValue]:#,0.000}"),
                .. shares.Select(s => Invariant($"{s.Skip(i * BinsOfValue).Take(BinsOfValue).Sum():0.0%}")),
            ]),
        ],
        _ => false);
}
