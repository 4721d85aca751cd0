using System.Diagnostics;
using System.Globalization;
using ThroughputKit.Engines;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>One request alone, then the load itself until the app is steady.</summary>
/// <param name="phases">Makes the load.</param>
/// <param name="options">How long it takes at least and at most.</param>
/// <param name="process">Reads the counters of the app's process.</param>
/// <param name="least">How long it takes at least, in the place of what the options say.</param>
internal sealed class WarmUp(Phases phases, LoadOptions options, IProcessProbe process, TimeSpan? least = null)
{
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(100);

    /// <param name="needsAnswer">Whether nothing more is worth its time if the first request is not answered at all.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="LoadTestException">The first request needs an answer, and there was none in time.</exception>
    public async Task<WarmUpOutcome> RunAsync(bool needsAnswer, CancellationToken cancellationToken)
    {
        if (options.WarmUpLimit == TimeSpan.Zero)
        {
            return new WarmUpOutcome(FirstResponse: null, FirstStatus: 0, TimeSpan.Zero, new SteadyVerdict(true, "no warm-up was asked for"));
        }

        var begun = Stopwatch.GetTimestamp();
        var (first, status) = await SendFirstAsync(needsAnswer, cancellationToken).ConfigureAwait(false);
        SteadyVerdict verdict = default;
        await phases.RunAsync(
            TimeSpan.MaxValue,
            meanwhile: async phase => verdict = await WatchAsync(phase, cancellationToken).ConfigureAwait(false),
            cancellationToken: cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return new WarmUpOutcome(first, status, Stopwatch.GetElapsedTime(begun), verdict);
    }

    private async Task<(TimeSpan? Elapsed, int Status)> SendFirstAsync(bool needsAnswer, CancellationToken cancellationToken)
    {
        long begun = 0;
        await phases.RunAsync(
            TimeSpan.MaxValue,
            new RequestBudget(1, connections: 1),
            beforeOpen: _ => begun = Stopwatch.GetTimestamp(),
            cancellationToken: cancellationToken).ConfigureAwait(false);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        var recorded = phases.Merge();
        if (needsAnswer && recorded.Failures[FailureKind.Timeout] > 0)
        {
            throw new LoadTestException(new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The first request had no whole response within {options.Timeout.TotalSeconds:0.###} s"),
                "an app that answers within Timeout (10 s by default)",
                "Does it hang, or wait for a database or another server that isn't there? If it needs the time at first, set o.Timeout."));
        }

        return (recorded.FirstSucceeded ? elapsed : null, recorded.FirstStatus); // an error page is no answer
    }

    private async Task<SteadyVerdict> WatchAsync(LoadPhase phase, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var steady = new SteadyState();
        (long Completed, long? Methods) last = (0, process.CountCompiledMethods());
        while (true)
        {
            await Task.Delay(_slice, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            (long Completed, long? Methods) now = (phase.Recorders.Completed, process.CountCompiledMethods());
            var verdict = steady.Add(now.Completed - last.Completed, now.Methods - last.Methods);
            last = now;
            var elapsed = Stopwatch.GetElapsedTime(begun);
            var isEnough = elapsed >= (least ?? options.WarmUp) && (verdict.IsSteady || phase.Recorders.Succeeded == 0);
            if (isEnough || elapsed >= options.WarmUpLimit || cancellationToken.IsCancellationRequested)
            {
                return verdict;
            }
        }
    }
}
