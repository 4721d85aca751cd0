using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;

namespace ThroughputKit.Running;

/// <summary>The window that is measured, between two quiet moments in which no request is in flight.</summary>
internal sealed class WindowStep(
    ILoadEngine engine,
    EncodedRequest[] requests,
    bool[] succeeds,
    LoadOptions options,
    WorkingSet workingSet,
    PeakWorkingSet peak)
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);

    public async Task<WindowOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var heapBefore = ManagedHeap.CollectAndMeasure();
        if (options.WarmUpLimit > TimeSpan.Zero)
        {
            // A full collection empties pools and caches; what refills them is not the window's doing.
            await SettleAsync(cancellationToken).ConfigureAwait(false);
        }

        cancellationToken.ThrowIfCancellationRequested();
        using var phase = new LoadPhase(requests, succeeds, Budget());
        using var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var load = engine.RunAsync(phase);
        peak.Restart();
        var before = ProcessSnapshot.TakeBefore(workingSet);
        phase.Open(options.Requests is null ? options.Duration : options.MaxDuration);
        await load.ConfigureAwait(false);
        var after = ProcessSnapshot.TakeAfter(workingSet);
        var ended = Stopwatch.GetTimestamp();
        var heapAfter = ManagedHeap.CollectAndMeasure();
        return new WindowOutcome(
            phase.Recorders.Merge(),
            phase.Evidence.Examples(),
            Length(phase, ended),
            Stopwatch.GetElapsedTime(phase.Window.Start, ended),
            phase.IsAborted,
            before,
            after,
            Math.Max(peak.Bytes, after.WorkingSet),
            heapAfter - heapBefore);
    }

    private async Task SettleAsync(CancellationToken cancellationToken)
    {
        using var phase = new LoadPhase(requests, succeeds);
        using var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var load = engine.RunAsync(phase);
        phase.Open(_settling);
        await load.ConfigureAwait(false);
    }

    private RequestBudget? Budget() =>
        options.Requests is { } count ? new RequestBudget(count, options.Connections) : null;

    // A fixed number of requests takes until the last of them has ended, unless the limit came first.
    private TimeSpan Length(LoadPhase phase, long ended)
    {
        var end = options.Requests is null || phase.Window.End < ended ? phase.Window.End : ended;
        return Stopwatch.GetElapsedTime(phase.Window.Start, end);
    }
}
