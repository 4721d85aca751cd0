
namespace ThroughputKit.Findings;

/// <summary>So few requests succeeded that some figures are chance. Not reported if none succeeded: another rule reports that, which is worse.</summary>
internal static class TooFewRequestsRule
{
    // Timers, the server's own clock and similar code allocate some kilobytes per window: with this many requests, a few bytes per request.
    public const int ForAllocatedBytes = 1_000;

    public static Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        (long Least, string Name)[] all =
        [
            (LatencyFigures.MinForMedian, "the median"),
            (LatencyFigures.MinForP95, "p95"),
            (LatencyFigures.MinForP99, "p99"),
            (result.Memory.AllocatedBytesPerRequest is null ? 0 : ForAllocatedBytes, "allocated bytes per request"),
        ];
        string[] figures = [.. all.Where(f => result.Succeeded < f.Least).Select(f => f.Name)];
        return figures.Length == 0 || result.Succeeded == 0 || result.WasCancelled ? null : new Finding(
            FindingNames.TooFewRequests,
            FindingSeverity.Warning,
            $"Only {Counted.Of(result.Succeeded, "request")} succeeded within the window: too few for {Join(figures)}.",
            (run.Plan is { TakesRowsOnce: true } ? "Give more rows, or raise Requests if it is set" : "Lengthen Duration, or send more requests")
                + ": p99 and allocated bytes need 1,000 successful requests, p95 200, the median 20.");
    }

    private static string Join(string[] figures) =>
        figures.Length == 1 ? figures[0] : $"{string.Join(", ", figures[..^1])} and {figures[^1]}";
}
