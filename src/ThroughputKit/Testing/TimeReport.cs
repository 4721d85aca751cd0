using System.Globalization;

namespace ThroughputKit.Testing;

/// <summary>Reports the time of a test by step, in one line, and before it why figures that don't depend on the machine were measured again.</summary>
internal static class TimeReport
{
    public static string Write(TestRuns measured, TimeSpan waited, TimeSpan elapsed)
    {
        var run = measured.Verdict?.Result.Times;
        var earlier = measured.Verdict?.Result.EarlierAttempts ?? [];
        (string Name, TimeSpan? Time, bool IsOptional)[] steps =
        [
            ("start", run?.Start, false),
            ("prepare", run?.Prepare, false),
            ("warm-up", run?.WarmUp, false),
            ("window", run?.Window, false),
            ("garbage collection and last responses", run?.Quiet, false),
            ("allocation", run?.Allocation, true),
            ("retention", run?.Retention, true),
            ("counting", run?.Counting, true),
            ("stop", run?.Stop, false),
            ("earlier attempts", Sum(earlier.Select(r => r.Times?.All)), true),
            ("compare", measured.Comparison?.Elapsed, true),
        ];
        var shown = steps.Where(s => s.Time > TimeSpan.Zero || (s.Time is not null && !s.IsOptional)).Select(s => $"{s.Name} {Show(s.Time!.Value)}, ");
        var rest = elapsed - Sum(steps.Select(s => s.Time));
        var repeated = earlier.Select((r, i) => Repeated(r, i + 1));
        return $"{string.Concat(repeated)}  Took        {Show(elapsed)} s: "
            + $"{string.Concat(shown)}other {Show(rest)}; waited {Show(waited)} s for other tests first.";
    }

    private static string Repeated(LoadResult attempt, int number) =>
        attempt.Findings.FirstOrDefault(f => f.Name == FindingNames.StillCompiling) is { } finding
        ? $"  Repeated    attempt {number}: {finding.Message}{Environment.NewLine}"
        : "";

    private static TimeSpan Sum(IEnumerable<TimeSpan?> times) => times.Aggregate(TimeSpan.Zero, (sum, time) => sum + (time ?? TimeSpan.Zero));

    private static string Show(TimeSpan time) => time.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
}
