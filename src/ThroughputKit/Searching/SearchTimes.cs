namespace ThroughputKit.Searching;

/// <summary>Breaks down the time of a search, as the times of the judged run.</summary>
internal static class SearchTimes
{
    /// <param name="judged">The judged run.</param>
    /// <param name="runs">All runs, including the judged one.</param>
    /// <param name="stop">The time that it took to stop the app shared by the runs.</param>
    public static RunTimes? Of(LoadResult judged, IEnumerable<LoadResult> runs, TimeSpan stop)
    {
        RunTimes[] all = [.. runs.Select(r => r.Times).OfType<RunTimes>()];
        return judged.Times is not { } own ? null : own with
        {
            Start = Sum(all, t => t.Start),
            OtherSteps = Sum(all, Load) - Load(own),
            Stop = Sum(all, t => t.Stop) + stop,
        };
    }

    private static TimeSpan Load(RunTimes run) => run.Prepare + run.WarmUp + run.Window + run.Quiet + run.Allocation + run.Retention;

    private static TimeSpan Sum(RunTimes[] runs, Func<RunTimes, TimeSpan> time) => runs.Aggregate(TimeSpan.Zero, (sum, run) => sum + time(run));
}
