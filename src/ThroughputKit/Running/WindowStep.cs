using ThroughputKit.Hosting.Logging;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;

namespace ThroughputKit.Running;

/// <summary>Measures the window, between two full collections.</summary>
/// <param name="load">The load.</param>
/// <param name="printed">Counts the lines that the app prints; <see langword="null"/> if that isn't known.</param>
internal sealed class WindowStep(ReadyLoad load, LinePatterns? printed = null)
{
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(100);

    private readonly LoadOptions _options = load.Options;

    /// <param name="onlyErrors">Whether there is nothing to measure but one error, or an app that has exited: a moment is enough for that.</param>
    /// <param name="cancellationToken">Cuts the window short.</param>
    public async Task<WindowOutcome> RunAsync(bool onlyErrors, CancellationToken cancellationToken)
    {
        load.Batches.MakeRoom();
        if (_options.WarmUpLimit > TimeSpan.Zero && load.Phases is { Completed: > 0, HasLeftRequests: false })
        {
            // A full collection empties pools and caches, mostly the first one. Most of refilling them must not count in the window. An app that never
            // answers would only use up its timeout.
            _ = load.MeasureHeap();
            await load.Phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
        }

        var heapBefore = load.MeasureHeap(); // what the requests of the settling left behind isn't the window's
        var machineBefore = MachineLoad.Read();
        load.Pool.Restart();
        var linesBefore = printed?.Lines ?? 0;
        var methodsBefore = load.Process.CountCompiledMethods();
        var window = await MeasuredPhase.RunAsync(
            load,
            onlyErrors && _options.Requests is null ? _moment : _options.Requests is null ? load.Rate?.Duration ?? _options.Duration : _options.MaxDuration,
            _options.Requests is { } count ? new RequestBudget(count, _options.Connections) : null,
            isWindow: true,
            closing: _options.Requests is null ? CancellationToken.None : load.App.Stopping, // a stopping app will never answer them all
            cancellationToken).ConfigureAwait(false);
        return window with
        {
            CompiledMethods = load.Process.CountCompiledMethods() - methodsBefore,
            Logging = LoggingStep.Count(printed, linesBefore, window.Recorded.Completed),
            Pool = load.Pool.Read(ThreadPoolHeadroom.RaisedMinimum),
            Machine = (machineBefore, MachineLoad.Read()),
            HeapDelta = window.WasCancelled ? null : load.MeasureHeap() - heapBefore,
        };
    }
}
