using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>The window that is measured, between two full collections.</summary>
internal sealed class WindowStep(ReadyLoad load)
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _hopeless = TimeSpan.FromMilliseconds(100);

    private readonly LoadOptions _options = load.Options;

    /// <param name="isHopeless">Whether there is nothing to measure but one error, for which a moment is enough.</param>
    /// <param name="cancellationToken">Cuts it short.</param>
    public async Task<WindowOutcome> RunAsync(bool isHopeless, CancellationToken cancellationToken)
    {
        load.Batches.MakeRoom();
        var heapBefore = Heap();
        if (_options.WarmUpLimit > TimeSpan.Zero && load.Phases.Completed > 0)
        {
            // A full collection empties pools and caches; what refills them is not the window's doing. What never answers would only take its timeout.
            await load.Phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
        }

        var machineBefore = MachineLoad.Read();
        load.Pool.Restart();
        var window = await MeasuredPhase.RunAsync(
            load,
            isHopeless && _options.Requests is null ? _hopeless : _options.Requests is null ? load.Rate?.Duration ?? _options.Duration : _options.MaxDuration,
            _options.Requests is { } count ? new RequestBudget(count, _options.Connections) : null,
            isWindow: true,
            closing: _options.Requests is null ? CancellationToken.None : load.App.Stopping, // an app that stops will never answer them all
            cancellationToken).ConfigureAwait(false);
        return window with
        {
            Pool = load.Pool.Read(PoolRoom.Granted),
            Machine = (machineBefore, MachineLoad.Read()),
            Length = Length(window),
            HeapDelta = window.WasCancelled ? null : Heap() - heapBefore,
        };
    }

    // Where it is this process's, without the kit's own recorders.
    private long? Heap() => load.Process.CollectAndMeasure() - (load.App.Probe is null ? load.Phases.HeldBytes : 0);

    // A fixed number of requests takes until the last of them has ended, unless the limit came first.
    private TimeSpan Length(WindowOutcome window)
    {
        var last = Clock.ToTimeSpan(window.Recorded.LastEndedAt);
        return _options.Requests is not null && last < window.Length ? last : window.Length;
    }
}
