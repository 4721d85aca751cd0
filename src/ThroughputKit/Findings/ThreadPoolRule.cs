using ThroughputKit.Planning;

namespace ThroughputKit.Findings;

/// <summary>
/// The thread pool of this process had too few threads for the work of a scenario or of an app in it, or more than the app will have in production. Too few
/// threads show as work that waits though most of the processor is idle: the threads are then blocked. The number of threads says little, because a busy
/// pool tests on its own whether more would help.
/// </summary>
internal static class ThreadPoolRule
{
    private const int MinLooks = 5;
    private const double MaxOfTheTime = 0.5;
    private const double MaxOfTheCores = 0.5;

    // This many per connection may be about to wait for the connection's next request.
    private const int ToleratedOfConnection = 2;
    private const int ToleratedPending = 100;

    public static Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        if (run.Observed.Pool is not { } pool)
        {
            return null;
        }

        if (pool.Looks >= MinLooks && pool.Waiting > MaxOfTheTime * pool.Looks && IsIdle(result))
        {
            return Starved(
                run,
                FormattableString.Invariant($"Work waited for a pool thread for {(double)pool.Waiting / pool.Looks:0%} of the time, although only ")
                + FormattableString.Invariant($"{result.Cpu.BusyCores:0.00} of {Counted.Of(result.Environment.Cores, "core", "was", "were")} busy: ")
                + FormattableString.Invariant($"the pool's threads ({pool.ThreadsBefore:N0} before, {pool.ThreadsAfter:N0} after) were blocked."));
        }

        if (run.Plan is { Kind.IsSentByKit: false, Target.IsInProcess: false })
        {
            return null;
        }

        if (pool.Pending > Math.Max(ToleratedPending, ToleratedOfConnection * result.InFlight))
        {
            return Starved(
                run,
                FormattableString.Invariant($"{pool.Pending:N0} work items were still waiting for a pool thread after every request had been answered: ")
                + "the app queues more work than it completes.");
        }

        return pool.Minimum <= Math.Max(result.Environment.Cores, pool.RaisedMinimum) ? null : new Finding(
            FindingNames.ThreadPool,
            FindingSeverity.Hint,
            FormattableString.Invariant($"The thread pool's minimum was raised to {pool.Minimum:N0} threads, which are created without delay. ")
                + FormattableString.Invariant($"The default is {result.Environment.Cores:N0}, one per core."),
            "If only the tests raise it, "
                + "with ThreadPool.SetMinThreads or the property ThreadPoolMinThreads, remove that: in production, the app would wait for its threads.");
    }

    // On a busy machine, work waits for the processor rather than for threads.
    private static bool IsIdle(LoadResult result) =>
        result.Cpu.BusyCores < MaxOfTheCores * result.Environment.Cores
        && (result.Machine.IdleCores is not { } idle || idle > MaxOfTheCores * result.Machine.Cores);

    private static Finding Starved(RunFacts run, string message) => new(
        FindingNames.ThreadPool,
        FindingSeverity.Warning,
        message,
        $"Look for {Blockers(run.Plan)} a thread: Wait, Result, Thread.Sleep or synchronous I/O. Use await instead.");

    private static string Blockers(LoadPlan? plan) => plan switch
    {
        { Kind.IsSentByKit: false, Target.IsInProcess: true } => "handlers, and code of the scenario, that block",
        { Kind.IsSentByKit: false } => "code of the scenario that blocks",
        _ => "handlers that block",
    };
}
