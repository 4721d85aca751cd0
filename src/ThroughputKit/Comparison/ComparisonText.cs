using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Comparison;

/// <summary>The result of a comparison as text.</summary>
internal static class ComparisonText
{
    private static readonly string[] _headings = ["", "RPS", "p50 ms", "p99 ms", "B/request", "Failed"];

    public static string Write(LoadComparisonResult result)
    {
        List<string> lines =
        [
            TextTable.Write([_headings, Row("Reference", result.Reference), Row("Candidate", result.Candidate)], column => column == 0).TrimEnd(),
        ];
        if (result.RpsRatio is { } ratio)
        {
            lines.Add(Invariant($"RPS ratio {ratio.Value:0.000}, in 95 of 100 cases {ratio.Low:0.000} to {ratio.High:0.000}; {result.Slices:N0} slices of each side"));
        }

        lines.AddRange(result.Gates.Select(g => g.ToString()));
        lines.AddRange(Examples(result));
        if (result.GeneratorShare is { } share)
        {
            lines.Add(Invariant($"The generator took {share:0%} of the processor time: what the app alone is slower by is about {1 / (1 - share):0.0} times as much."));
        }

        lines.AddRange(result.Findings.Select(f => f.ToString()));
        return string.Join(Environment.NewLine, lines);
    }

    private static IEnumerable<string> Examples(LoadComparisonResult result) =>
        [.. result.Reference.Failures.Examples.Select(e => $"Reference: {e}"), .. result.Candidate.Failures.Examples.Select(e => $"Candidate: {e}")];

    private static string[] Row(string name, LoadResult result) =>
    [
        $"{name}: {string.Join(", ", result.Endpoints.Select(e => e.Name))}",
        Invariant($"{result.RequestsPerSecond:N0}"),
        Invariant($"{result.Latency.P50.TotalMilliseconds:0.00}"),
        Invariant($"{result.Latency.P99.TotalMilliseconds:0.00}"),
        result.Memory.AllocatedBytesPerRequest is { } bytes ? Invariant($"{bytes:N1}") : "-",
        Invariant($"{result.Failed:N0}"),
    ];

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
