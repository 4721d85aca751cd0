using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;
using ThroughputKit.Recording;

namespace ThroughputKit.Running;

/// <summary>A measured stretch of load, between two quiet moments in which no request is in flight.</summary>
internal static class MeasuredPhase
{
    private const int Batches = 20;

    private static readonly TimeSpan _shortestBatch = TimeSpan.FromMilliseconds(50);

    /// <param name="load">The load.</param>
    /// <param name="length">The length of its window.</param>
    /// <param name="budget">The total number of requests; <see langword="null"/> if it is not fixed.</param>
    /// <param name="isWindow">Whether this is the run's window. Only the window follows a changing rate and is divided into batches.</param>
    /// <param name="closing">Prevents new requests from starting once it is cancelled.</param>
    /// <param name="cancellationToken">Aborts the requests in flight.</param>
    /// <returns>The outcome, without the growth of the heap.</returns>
    public static async Task<WindowOutcome> RunAsync(
        ReadyLoad load, TimeSpan length, RequestBudget? budget, bool isWindow, CancellationToken closing, CancellationToken cancellationToken)
    {
        var (app, kit, phases) = (load.App, load.Kit, load.Phases);
        ProcessSnapshot? appBefore = null, kitBefore = null;
        var period = BatchPeriod(length, budget);
        var outcome = await phases.RunAsync(
            length,
            budget,
            beforeOpen: window =>
            {
                if (isWindow)
                {
                    load.Batches.Begin(window, period);
                }

                load.Peak.Restart();
                appBefore = app.Probe?.TakeBefore();
                kitBefore = kit.TakeBefore();
            },
            isWindow: isWindow,
            closing: closing,
            cancellationToken: cancellationToken).ConfigureAwait(false);
        var kitAfter = kit.TakeAfter();
        var appAfter = app.Probe?.TakeAfter();
        var ended = Stopwatch.GetTimestamp();
        var recorded = phases.Merge();
        var end = EndOf(outcome.Window, budget, recorded);
        var batches = load.Batches.End(end, recorded.Succeeded);
        var kitUse = ProcessUse.Between(kitBefore, kitAfter)!;
        kitUse = kitUse with { AllocatedBytes = kitUse.AllocatedBytes - phases.LateBytes };
        var appUse = app.IsInProcess ? kitUse : ProcessUse.Between(appBefore, appAfter);
        return new WindowOutcome(
            recorded,
            outcome.Examples,
            Stopwatch.GetElapsedTime(outcome.Window.Start, end),
            Stopwatch.GetElapsedTime(outcome.Window.Start, ended),
            outcome.WasAborted,
            kitUse,
            appUse,
            Math.Max(load.Peak.Bytes, appUse?.WorkingSet ?? 0),
            phases.Cost,
            HeapDelta: null,
            batches);
    }

    // A window with a fixed number of requests ends with the last of them, unless the time limit comes first.
    private static long EndOf(Window window, RequestBudget? budget, Recorder recorded) =>
        budget is null ? window.End : Math.Min(window.End, window.Start + Clock.FromNanoseconds(recorded.LastEndedAt));

    // Twenty batches per window, each long enough for a percentile. The duration of a fixed number of requests is unknown, so those batches grow over
    // time.
    private static TimeSpan BatchPeriod(TimeSpan length, RequestBudget? budget) =>
        budget is not null || length / Batches < _shortestBatch ? _shortestBatch : length / Batches;
}
