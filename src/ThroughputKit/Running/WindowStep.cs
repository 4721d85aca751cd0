using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>The window that is measured, between two quiet moments in which no request is in flight.</summary>
internal sealed class WindowStep(Phases phases, LoadOptions options, LoadRate? rate, RunningApp app, WorkingSet workingSet, PeakWorkingSet peak)
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);

    public async Task<WindowOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var heapBefore = ManagedHeap.CollectAndMeasure();
        if (options.WarmUpLimit > TimeSpan.Zero)
        {
            // A full collection empties pools and caches; what refills them is not the window's doing.
            await phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
        }

        var before = default(ProcessSnapshot);
        var outcome = await phases.RunAsync(
            options.Requests is null ? rate?.Duration ?? options.Duration : options.MaxDuration,
            options.Requests is { } count ? new RequestBudget(count, options.Connections) : null,
            beforeOpen: () =>
            {
                peak.Restart();
                before = ProcessSnapshot.TakeBefore(workingSet);
            },
            isWindow: true,
            closing: options.Requests is null ? CancellationToken.None : app.Stopping, // an app that stops will never answer them all
            cancellationToken: cancellationToken).ConfigureAwait(false);
        var after = ProcessSnapshot.TakeAfter(workingSet);
        var ended = Stopwatch.GetTimestamp();
        var recorded = phases.Merge();
        return new WindowOutcome(
            recorded,
            outcome.Examples,
            Length(outcome, recorded),
            Stopwatch.GetElapsedTime(outcome.Window.Start, ended),
            outcome.WasAborted,
            before,
            after,
            after.AllocatedBytes - before.AllocatedBytes - phases.LateBytes,
            Math.Max(peak.Bytes, after.WorkingSet),
            phases.Cost,
            outcome.WasAborted ? null : ManagedHeap.CollectAndMeasure() - heapBefore);
    }

    // A fixed number of requests takes until the last of them has ended, unless the limit came first.
    private TimeSpan Length(PhaseOutcome outcome, Recorder recorded)
    {
        var window = Stopwatch.GetElapsedTime(outcome.Window.Start, outcome.Window.End);
        var last = Clock.ToTimeSpan(recorded.LastEndedAt);
        return options.Requests is not null && last < window ? last : window;
    }
}
