using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Formats the result of a comparison as text.</summary>
internal static class ComparisonText
{
    private const double MaxIdle = 0.1;

    // For a larger slowdown, the generator hardly matters, and the calculation below is wrong.
    private const double MinDiluted = 0.75;

    private static readonly string[] _headings = ["", "RPS", "p50 ms", "p99 ms", "B/request", "Failed"];

    public static string Write(LoadComparisonResult result) => string.Join(
        Environment.NewLine,
        [
            TextTable.Write(Rows(result), IsText).TrimEnd(),
            .. Ratio(result),
            .. result.Gates.Select(g => $"{g.Verdict} {g}"),
            .. Examples(result),
            .. Findings(result),
        ]);

    /// <summary>Returns the ratios, and remarks on them.</summary>
    public static IEnumerable<string> Ratio(LoadComparisonResult result)
    {
        string[] ratios =
        [
            .. new[] { ("RPS", result.RpsRatio), ("p50", result.P50Ratio), ("p99", result.P99Ratio) }
                .Where(r => r.Item2 is not null).Select(r => $"{r.Item1} ratio {Show(r.Item2!)}"),
        ];
        if (ratios.Length == 0)
        {
            yield break;
        }

        yield return $"{string.Join("; ", ratios)}: candidate / reference, "
            + (result.Slices == 0
                ? "with 95% intervals for runs at different times. LoadTest.ComparedWith measures both in turns, and so finds smaller differences."
                : "with 95% intervals. The largest and smallest tenth are left out here, but not in the table.");
        if (result.Slices > 0)
        {
            yield return Invariant($"{result.Slices:N0} slices of each side, in turns; connections were opened anew {Counted.Of(result.Placements, "time")}");
        }

        if (result.RpsRatio is { High: < 1, Value: >= MinDiluted } && result.GeneratorShare is { } share && IsBusy(result.Reference.Machine))
        {
            yield return Invariant($"The generator took {share:0%} of the processor time, and its cost per request is the same for both sides. ")
                + Invariant($"So the slowdown of the app alone is about {1 / (1 - share):0.0} times as large.");
        }
    }

    /// <summary>Returns a ratio with its interval.</summary>
    public static string Show(RatioFigures ratio) => Invariant($"{ratio.Value:0.000} ({ratio.Low:0.000} to {ratio.High:0.000})");

    /// <summary>Returns the side that a finding names because it alone has it; empty if both have it, or neither.</summary>
    public static string SideOf(Finding finding, LoadComparisonResult result) =>
        (result.Reference.Findings.Contains(finding), result.Candidate.Findings.Contains(finding)) switch
        {
            (true, false) => "Reference",
            (false, true) => "Candidate",
            _ => "",
        };

    /// <summary>Returns whether a column of the rows holds words.</summary>
    public static bool IsText(int column) => column == 0;

    /// <summary>Returns the rows of the table, headings first.</summary>
    public static string[][] Rows(LoadComparisonResult result)
    {
        var reference = Row("Reference", SideNames.Of(result.Reference, result.Candidate), result.Reference);
        var candidate = Row("Candidate", SideNames.Of(result.Candidate, result.Reference), result.Candidate);
        return [_headings, reference, candidate];
    }

    // If the processor isn't the bottleneck, the generator takes nothing away from the app.
    private static bool IsBusy(MachineFigures machine) => machine is not { Cores: { } cores, IdleCores: { } idle } || idle < MaxIdle * cores;

    // A finding of only one side names that side.
    private static IEnumerable<string> Findings(LoadComparisonResult result) =>
        result.Findings.Select(f => SideOf(f, result) is { Length: > 0 } side ? $"{side}: {f}" : f.ToString());

    private static IEnumerable<string> Examples(LoadComparisonResult result) =>
        [.. result.Reference.Failures.Examples.Select(e => $"Reference: {e}"), .. result.Candidate.Failures.Examples.Select(e => $"Candidate: {e}")];

    private static string[] Row(string side, string name, LoadResult result) =>
    [
        $"{side}: {name}",
        Readable.Rate(result.Rps),
        LatencyText.Percentile(result.Latency, 50),
        LatencyText.Percentile(result.Latency, 99),
        result.Memory.BytesPerRequest is { } bytes ? Invariant($"{bytes:N1}") : "-",
        Invariant($"{result.Failed:N0}"),
    ];
}
