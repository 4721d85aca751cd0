using System.Diagnostics;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;
using ThroughputKit.Recording;

namespace ThroughputKit.Running;

/// <summary>A measured stretch of load, between two quiet moments in which no request is in flight.</summary>
internal static class MeasuredPhase
{
    private const string Measuring = "Measuring";
    private const int Batches = 20;

    private static readonly TimeSpan _shortestBatch = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(100);

    /// <summary>Measures the run's window, between two full collections.</summary>
    /// <param name="load">The load.</param>
    /// <param name="printed">Counts the lines that the app prints; <see langword="null"/> if that isn't known.</param>
    /// <param name="onlyErrors">Whether there is nothing to measure but one error, or an app that has exited: a moment is enough for that.</param>
    /// <param name="run">The context, whose cancellation cuts the window short.</param>
    public static async Task<WindowOutcome> RunWindowAsync(ReadyLoad load, LinePatterns? printed, bool onlyErrors, RunContext run)
    {
        run.Progress.Report(Measuring);
        load.Batches.MakeRoom();
        var length = WindowLength(load, onlyErrors);
        var soFar = run.Progress.IsWatched ? new WindowSoFar(load.Phases, length, isTimed: load.Options.Requests is null) : null;
        if (load.Options.WarmUpLimit > TimeSpan.Zero && load.Phases is { Completed: > 0, HasLeftRequests: false })
        {
            // A full collection empties pools and caches, mostly the first one. Most of refilling them must not count in the window. An app that never
            // answers would only use up its timeout.
            _ = load.MeasureHeap();
            await load.Phases.RunAsync(_settling, cancellationToken: run.Cancellation).ConfigureAwait(false);
        }

        var heapBefore = load.MeasureHeap(); // what the requests of the settling left behind isn't the window's
        var machineBefore = MachineLoad.Read();
        load.Pool.Restart();
        var linesBefore = printed?.Lines ?? 0;
        soFar?.Begin();
        var measuring = RunAsync(
            load,
            length,
            load.Budget,
            isWindow: true,
            closing: load.Options.Requests is null ? CancellationToken.None : load.App.Stopping, // a stopping app will never answer them all
            run.Cancellation);
        var window = await run.Progress.UntilAsync(Measuring, measuring, p => soFar?.AddTo(p) ?? p).ConfigureAwait(false);
        long? heapDelta = window.WasCancelled ? null : load.MeasureHeap() - heapBefore;
        GC.KeepAlive(soFar); // it was part of the heap before
        return window with
        {
            Logging = LoggingStep.Count(printed, linesBefore, window.Recorded.Completed),
            Pool = load.Pool.Read(ThreadPoolHeadroom.RaisedMinimum),
            Machine = (machineBefore, MachineLoad.Read()),
            HeapDelta = heapDelta,
        };
    }

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
        ProcessSnapshot? appBefore = null, kitBefore = null, appAfter = null, kitAfter = null;
        long ended = 0;
        var period = BatchPeriod(length, budget);
        var followsHeap = isWindow && load.HasHeapOfApp;
        var outcome = await phases.RunAsync(
            length,
            budget,
            beforeOpen: window =>
            {
                if (isWindow)
                {
                    load.Batches.Begin(window, period, knowsPauses: load.Steps is not { AreUnknown: true });
                }

                if (followsHeap)
                {
                    load.Heap.Begin(window);
                }

                load.Peak.Restart();
                appBefore = app.Probe?.TakeBefore();
                kitBefore = kit.TakeBefore();
            },
            afterLoad: () =>
            {
                load.Heap.Close();
                kitAfter = kit.TakeAfter();
                appAfter = app.Probe?.TakeAfter();
                ended = Stopwatch.GetTimestamp();
            },
            isWindow: isWindow,
            closing: closing,
            cancellationToken: cancellationToken).ConfigureAwait(false);
        var recorded = phases.Merge();
        var end = EndOf(outcome.Window, budget, recorded);
        var batches = load.Batches.End(end, recorded.Succeeded);
        var kitUse = ProcessUse.Between(kitBefore, kitAfter)!;
        kitUse = kitUse with { AllocatedBytes = kitUse.AllocatedBytes - phases.LateBytes - (followsHeap ? load.Heap.OwnBytes : 0) };
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
            batches)
        { Heap = followsHeap ? load.Heap.Until(Clock.ToNanoseconds(end - outcome.Window.Start)) : null };
    }

    private static TimeSpan WindowLength(ReadyLoad load, bool onlyErrors)
    {
        if (load.Options.Requests is not null)
        {
            return load.Options.MaxDuration;
        }

        return onlyErrors ? _moment : load.Rate?.Duration ?? load.Plan.Users?.Duration ?? load.Options.DurationOrDefault;
    }

    // A window with a fixed number of requests ends with the last of them, unless the time limit comes first.
    private static long EndOf(Window window, RequestBudget? budget, Recorder recorded) =>
        budget is null ? window.End : Math.Min(window.End, window.Start + Clock.FromNanoseconds(recorded.LastEndedAt));

    // Twenty batches per window, each long enough for a percentile. The duration of a fixed number of requests is unknown, so those batches grow over
    // time.
    private static TimeSpan BatchPeriod(TimeSpan length, RequestBudget? budget) =>
        budget is not null || length / Batches < _shortestBatch ? _shortestBatch : length / Batches;
}
