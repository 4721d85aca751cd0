using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Reports the time of a test by step, in one line, and before it why figures that don't depend on the machine were measured again.</summary>
internal static class TimeReport
{
    public static string Write(TestRuns measured, TimeSpan waited, TimeSpan elapsed)
    {
        RunTimes[] runs = [.. measured.Verdicts.Select(v => v.Result.Times).OfType<RunTimes>()];
        (string Name, TimeSpan Time, bool IsOptional)[] steps =
        [
            ("start", Sum(runs, t => t.Start), false),
            ("prepare", Sum(runs, t => t.Prepare), false),
            ("warm-up", Sum(runs, t => t.WarmUp), false),
            ("window", Sum(runs, t => t.Window), false),
            ("garbage collection and last responses", Sum(runs, t => t.Quiet), false),
            ("allocation", Sum(runs, t => t.Allocation), true),
            ("retention", Sum(runs, t => t.Retention), true),
            ("other steps of the search", Sum(runs, t => t.OtherSteps), true),
            ("stop", Sum(runs, t => t.Stop), false),
            ("earlier attempts", Sum(measured.Verdicts.SelectMany(v => v.Result.EarlierAttempts), r => r.Times?.All ?? TimeSpan.Zero), true),
            ("compare", Sum(measured.Comparisons, c => c.Elapsed), true),
        ];
        var shown = steps.Where(s => s.IsOptional ? s.Time > TimeSpan.Zero : runs.Length > 0).Select(s => $"{s.Name} {Show(s.Time)}, ");
        var rest = elapsed - Sum(steps, s => s.Time);
        rest = rest < TimeSpan.Zero ? TimeSpan.Zero : rest; // the steps of concurrent runs overlap
        var repeated = measured.Verdicts.SelectMany(v => v.Result.EarlierAttempts.Select((r, i) => Repeated(r, i + 1)));
        return $"{string.Concat(repeated)}  Took        {Show(elapsed)} s: {string.Concat(shown)}other {Show(rest)}; waited {Show(waited)} s for other tests first.";
    }

    private static string Repeated(LoadResult attempt, int number) => attempt.Findings.FirstOrDefault(f => f.ExcusesFailureOf == FigureKind.Memory) is { } finding
        ? $"  Repeated    attempt {number}: {finding.Message}{Environment.NewLine}"
        : "";

    private static TimeSpan Sum<T>(IEnumerable<T> items, Func<T, TimeSpan> time) =>
        items.Aggregate(TimeSpan.Zero, (sum, item) => sum + time(item));

    private static string Show(TimeSpan time) => time.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
}
