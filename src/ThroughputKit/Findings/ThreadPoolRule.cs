using System.Globalization;
using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>
/// The thread pool that an app in this process shares had too few threads for its work, or more than the app will have in production. Too few threads show
/// as work that waits though most of the processor is idle: the threads are then blocked. The number of threads says little, because a busy pool tests on
/// its own whether more would help.
/// </summary>
internal sealed class ThreadPoolRule : IFindingRule
{
    private const int LeastLooks = 5;
    private const double MostOfTheTime = 0.5;
    private const double MostOfTheCores = 0.5;

    // This many per connection may be about to wait for the connection's next request.
    private const int ToleratedOfConnection = 2;
    private const int ToleratedPending = 100;

    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        if (result.Pool is not { } pool)
        {
            return null;
        }

        if (pool.Looks >= LeastLooks && pool.Waiting > MostOfTheTime * pool.Looks && IsIdle(result))
        {
            return Starved($"Work waited for a thread of the pool in {(double)pool.Waiting / pool.Looks:0%} of the time, though only {result.Cpu.BusyCores:0.00} of {Counted.Of(result.Environment.Cores, "core", "was", "were")} busy: its threads, {pool.ThreadsBefore:N0} at first and {pool.ThreadsAfter:N0} in the end, were blocked.");
        }

        if (pool.Pending > Math.Max(ToleratedPending, ToleratedOfConnection * result.Connections))
        {
            return Starved($"{pool.Pending:N0} work items still waited for a thread of the pool when every request had been answered: the app begins more than it gets done.");
        }

        return pool.Minimum <= Math.Max(result.Environment.Cores, pool.Granted) ? null : new Finding(
            FindingNames.ThreadPool,
            FindingSeverity.Hint,
            Text($"The thread pool gives {pool.Minimum:N0} threads without delay, where {result.Environment.Cores:N0} {(result.Environment.Cores == 1 ? "is" : "are")} usual, one per core: something has raised its minimum."),
            "If that is done by the tests alone, leave it out, because in production the app would wait for its threads.");
    }

    // On a busy machine, work waits for the processor rather than for threads.
    private static bool IsIdle(LoadResult result) =>
        result.Cpu.BusyCores < MostOfTheCores * result.Environment.Cores
        && (result.Machine.IdleCores is not { } idle || idle > MostOfTheCores * result.Machine.Cores);

    private static Finding Starved(FormattableString message) => new(
        FindingNames.ThreadPool,
        FindingSeverity.Warning,
        Text(message),
        "Look for handlers that block a thread: Wait, Result, Thread.Sleep, synchronous reading and writing. Await instead.");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
