
namespace ThroughputKit.Findings;

/// <summary>
/// The app was nearly idle although every connection waited long for its response: it is limited by something that it waits for, and not by its code. Only
/// for a closed loop without pauses, in which all connections are waiting all the time. <see cref="ThreadPoolRule"/> reports an app that waits for threads.
/// </summary>
internal static class IdleAppRule
{
    private const double MaxBusy = 0.1;
    private const double MinIdle = 0.5;
    private const double ToleratedFailures = 0.01; // connections pause after a failure

    private static readonly TimeSpan _long = TimeSpan.FromMilliseconds(100);

    public static Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        var cores = result.Environment.Cores;
        var isKnown = run.App.IsInProcess || result.IsAppAlone;
        var isIdle = result.Cpu.BusyCores < MaxBusy * cores && (result.Machine.IdleCores is not { } idle || idle > MinIdle * result.Machine.Cores);
        var isWaiting = result.Pacing is null && result.Pauses is null && result.Latency.Count > 0 && result.Latency.P50 >= _long
            && result.Failed <= ToleratedFailures * result.Sent;
        return !isKnown || !isIdle || !isWaiting || ThreadPoolRule.Examine(run) is { Severity: FindingSeverity.Warning } ? null : new Finding(
            FindingNames.IdleApp,
            FindingSeverity.Hint,
            FormattableString.Invariant($"Only {result.Cpu.BusyCores:0.00} of {Counted.Of(cores, "core", "was", "were")} busy, although all ")
                + FormattableString.Invariant($"connections were waiting (p50 {result.Latency.P50.TotalMilliseconds:N0} ms): ")
                + "the app waits for a limiter, a lock, a timer or I/O.",
            "Look for a rate or concurrency limiter that queues, a semaphore, a small pool of connections, or a slow database or service. "
                + "If production waits as long, the figures stand.");
    }
}
