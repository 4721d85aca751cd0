using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Formats the highest rate, and the steps of its search, as text.</summary>
internal static class MaxRateTable
{
    private static readonly string[] _headings = ["Rate", "RPS", "p99 ms", "Late p99 ms", "Unsent", "Failed", "Held"];

    public static string Write(MaxRateResult result) => string.Join(
        Environment.NewLine, [Head(result.Unpaced), Answer(result), .. Table(result.Steps), .. result.Findings.Select(f => f.ToString())]);

    /// <summary>Returns the highest rate in a sentence.</summary>
    public static string Answer(MaxRateResult result) => result.Rate > 0
        ? Invariant($"The highest rate that holds a p99 of {result.MaxP99.TotalMilliseconds:#,0.####} ms is {result.Rate:#,0.####} RPS: {result.Reason}.")
        : Invariant($"No rate holds a p99 of {result.MaxP99.TotalMilliseconds:#,0.####} ms: {result.Reason}.");

    /// <summary>Formats the steps of a search without an answer.</summary>
    public static string Write(LoadResult unpaced, IReadOnlyList<MaxRateStep> steps) => string.Join(Environment.NewLine, [Head(unpaced), .. Table(steps)]);

    private static string Head(LoadResult unpaced) =>
        Invariant($"{unpaced.Name}: {unpaced.Connections} connections, {unpaced.Duration.TotalSeconds:0.###} s per step, ")
        + $"{Readable.Rate(unpaced.Rps)} RPS without a set rate";

    private static string[] Table(IReadOnlyList<MaxRateStep> steps) =>
        steps.Count == 0 ? [] : [TextTable.Write(Rows(steps), IsText)];

    /// <summary>Returns whether a column of the rows holds words.</summary>
    public static bool IsText(int column) => column == _headings.Length - 1;

    /// <summary>Returns the rows of the table, headings first.</summary>
    public static string[][] Rows(IReadOnlyList<MaxRateStep> steps) => [_headings, .. steps.Select(Row)];

    private static string[] Row(MaxRateStep step) =>
    [
        Invariant($"{step.Rate:#,0.####}"),
        Readable.Rate(step.Rps),
        Invariant($"{step.P99.TotalMilliseconds:0.00}"),
        Invariant($"{step.LatenessP99.TotalMilliseconds:0.00}"),
        Invariant($"{step.Result.Pacing!.Unsent:N0}"),
        Invariant($"{step.Failed:N0}"),
        step.WhyNot is { } reason ? $"no: {reason}" : "yes",
    ];
}
