using System.Globalization;

namespace ThroughputKit.Testing;

/// <summary>Reports the time of a test by step, in one line.</summary>
internal static class TimeReport
{
    public static string Write(TestRuns measured, TimeSpan waited, TimeSpan elapsed)
    {
        RunTimes[] runs = [.. measured.Verdicts.Select(v => v.Result.Times).OfType<RunTimes>()];
        var compare = Sum(measured.Comparisons, c => c.Elapsed);
        var allocation = Sum(runs, t => t.Allocation);
        var otherSteps = Sum(runs, t => t.OtherSteps);
        var earlier = Sum(measured.Verdicts.SelectMany(v => v.Result.EarlierAttempts), r => r.Times?.All ?? TimeSpan.Zero);
        (string Name, TimeSpan Time)[] ofRuns =
        [
            ("start", Sum(runs, t => t.Start)),
            ("prepare", Sum(runs, t => t.Prepare)),
            ("warm-up", Sum(runs, t => t.WarmUp)),
            ("window", Sum(runs, t => t.Window)),
            ("collect and drain", Sum(runs, t => t.Quiet)),
            .. allocation > TimeSpan.Zero ? [("allocation", allocation)] : Array.Empty<(string, TimeSpan)>(),
            .. otherSteps > TimeSpan.Zero ? [("other steps of the search", otherSteps)] : Array.Empty<(string, TimeSpan)>(),
            ("stop", Sum(runs, t => t.Stop)),
            .. earlier > TimeSpan.Zero ? [("earlier attempts", earlier)] : Array.Empty<(string, TimeSpan)>(),
        ];
        (string Name, TimeSpan Time)[] steps =
        [
            .. runs.Length > 0 ? ofRuns : [],
            .. compare > TimeSpan.Zero ? [("compare", compare)] : Array.Empty<(string, TimeSpan)>(),
        ];
        var rest = elapsed - Sum(steps, s => s.Time);
        rest = rest < TimeSpan.Zero ? TimeSpan.Zero : rest; // the steps of concurrent runs overlap
        return $"  Took        {Show(elapsed)} s: {string.Join(", ", steps.Append(("other", rest)).Select(s => $"{s.Item1} {Show(s.Item2)}"))}; waited {Show(waited)} s before.";
    }

    private static TimeSpan Sum<T>(IEnumerable<T> items, Func<T, TimeSpan> time) =>
        items.Aggregate(TimeSpan.Zero, (sum, item) => sum + time(item));

    private static string Show(TimeSpan time) => time.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
}
