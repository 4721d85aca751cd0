using System.Diagnostics;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>The window that is measured, between two quiet moments in which no request is in flight.</summary>
internal sealed class WindowStep(Phases phases, LoadOptions options, LoadRate? rate, RunningApp app, ThisProcess kit, PeakWorkingSet peak, PoolWatch pool)
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);

    public async Task<WindowOutcome> RunAsync(CancellationToken cancellationToken)
    {
        IProcessProbe process = app.Probe ?? kit;
        var heapBefore = process.CollectAndMeasure();
        if (options.WarmUpLimit > TimeSpan.Zero)
        {
            // A full collection empties pools and caches; what refills them is not the window's doing.
            await phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
        }

        ProcessSnapshot? appBefore = null, kitBefore = null;
        MachineLoad machineBefore = default;
        var outcome = await phases.RunAsync(
            options.Requests is null ? rate?.Duration ?? options.Duration : options.MaxDuration,
            options.Requests is { } count ? new RequestBudget(count, options.Connections) : null,
            beforeOpen: () =>
            {
                machineBefore = MachineLoad.Read();
                pool.Restart();
                peak.Restart();
                appBefore = app.Probe?.TakeBefore();
                kitBefore = kit.TakeBefore();
            },
            isWindow: true,
            closing: options.Requests is null ? CancellationToken.None : app.Stopping, // an app that stops will never answer them all
            cancellationToken: cancellationToken).ConfigureAwait(false);
        var kitAfter = kit.TakeAfter();
        var appAfter = app.Probe?.TakeAfter();
        var ended = Stopwatch.GetTimestamp();
        var poolUse = pool.Read(PoolRoom.Granted);
        var machineAfter = MachineLoad.Read();
        var kitUse = ProcessUse.Between(kitBefore, kitAfter)!;
        kitUse = kitUse with { AllocatedBytes = kitUse.AllocatedBytes - phases.LateBytes };
        var appUse = app.IsInProcess ? kitUse : ProcessUse.Between(appBefore, appAfter);
        var recorded = phases.Merge();
        return new WindowOutcome(
            recorded,
            outcome.Examples,
            Length(outcome, recorded),
            Stopwatch.GetElapsedTime(outcome.Window.Start, ended),
            outcome.WasAborted,
            kitUse,
            appUse,
            Math.Max(peak.Bytes, appUse?.WorkingSet ?? 0),
            phases.Cost,
            poolUse,
            machineBefore,
            machineAfter,
            outcome.WasAborted ? null : process.CollectAndMeasure() - heapBefore);
    }

    // A fixed number of requests takes until the last of them has ended, unless the limit came first.
    private TimeSpan Length(PhaseOutcome outcome, Recorder recorded)
    {
        var window = Stopwatch.GetElapsedTime(outcome.Window.Start, outcome.Window.End);
        var last = Clock.ToTimeSpan(recorded.LastEndedAt);
        return options.Requests is not null && last < window ? last : window;
    }
}
