using System.Diagnostics;
using System.Runtime;
using ThroughputKit.Engines;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;

namespace ThroughputKit.Running;

/// <summary>One request alone, then the load itself until the app is steady.</summary>
internal sealed class WarmUp(ILoadEngine engine, EncodedRequest[] requests, bool[] succeeds, LoadOptions options)
{
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(100);

    public async Task<WarmUpOutcome> RunAsync(CancellationToken cancellationToken)
    {
        if (options.WarmUpLimit == TimeSpan.Zero)
        {
            return new WarmUpOutcome(FirstResponse: null, TimeSpan.Zero, new SteadyVerdict(true, "no warm-up was asked for"));
        }

        var begun = Stopwatch.GetTimestamp();
        var first = await SendFirstAsync(cancellationToken).ConfigureAwait(false);
        using var phase = new LoadPhase(requests, succeeds);
        using var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var load = engine.RunAsync(phase);
        phase.Open(TimeSpan.MaxValue);
        var verdict = await WatchAsync(phase, cancellationToken).ConfigureAwait(false);
        phase.Close();
        await load.ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return new WarmUpOutcome(first, Stopwatch.GetElapsedTime(begun), verdict);
    }

    private async Task<TimeSpan?> SendFirstAsync(CancellationToken cancellationToken)
    {
        using var phase = new LoadPhase(requests, succeeds, new RequestBudget(1, connections: 1));
        using var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var load = engine.RunAsync(phase);
        var begun = Stopwatch.GetTimestamp();
        phase.Open(TimeSpan.MaxValue);
        await load.ConfigureAwait(false);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        cancellationToken.ThrowIfCancellationRequested();
        return phase.Recorders.Merge().Completed > 0 ? elapsed : null;
    }

    private async Task<SteadyVerdict> WatchAsync(LoadPhase phase, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var steady = new SteadyState();
        var (completed, methods) = (0L, JitInfo.GetCompiledMethodCount());
        while (true)
        {
            await Task.Delay(_slice, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var (completedNow, methodsNow) = (phase.Recorders.Completed, JitInfo.GetCompiledMethodCount());
            var verdict = steady.Add(completedNow - completed, methodsNow - methods);
            (completed, methods) = (completedNow, methodsNow);
            var elapsed = Stopwatch.GetElapsedTime(begun);
            var isEnough = elapsed >= options.WarmUp && (verdict.IsSteady || completed == 0);
            if (isEnough || elapsed >= options.WarmUpLimit || cancellationToken.IsCancellationRequested)
            {
                return verdict;
            }
        }
    }
}
