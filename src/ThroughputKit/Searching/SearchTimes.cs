namespace ThroughputKit.Searching;

/// <summary>Where the time of a search went, as that of the one run that is judged.</summary>
internal static class SearchTimes
{
    /// <param name="judged">The run that is judged.</param>
    /// <param name="runs">All runs, that one included.</param>
    /// <param name="stop">How long it took to stop the app that they shared.</param>
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

    private static TimeSpan Load(RunTimes run) => run.Prepare + run.WarmUp + run.Window + run.Quiet + run.Allocation;

    private static TimeSpan Sum(RunTimes[] runs, Func<RunTimes, TimeSpan> time) => runs.Aggregate(TimeSpan.Zero, (sum, run) => sum + time(run));
}
