using System.Diagnostics;
using System.Globalization;
using ThroughputKit.Engines;
using ThroughputKit.Findings;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;

namespace ThroughputKit.Running;

/// <summary>Sends a single request, then runs rounds until the code is compiled, then the load itself until the app is steady.</summary>
/// <param name="phases">Generates the load.</param>
/// <param name="options">The minimum and maximum duration.</param>
/// <param name="process">Reads the counters of the app's process.</param>
/// <param name="least">The minimum duration; <see langword="null"/> for the one in the options.</param>
/// <param name="allowsErrors">Whether to load an app even if it returns nothing but one error.</param>
internal sealed class WarmUp(Phases phases, LoadOptions options, IProcessProbe process, TimeSpan? least, bool allowsErrors)
{
    private const int ServiceUnavailable = 503;

    // An app may need a moment until its dependencies are available.
    private static readonly TimeSpan _beforeGivingUp = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Gets how long what is in flight at the limit may still take. It is answered soon, mostly, and its connections then stay open. An app that takes longer
    /// may be hanging.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(1);

    /// <param name="needsAnswer">Whether it is an error if the first request is not answered in time.</param>
    /// <param name="cancellationToken">Cancels the warm-up.</param>
    /// <exception cref="LoadTestException">The first request needs an answer, and none came in time.</exception>
    public async Task<WarmUpOutcome> RunAsync(bool needsAnswer, CancellationToken cancellationToken)
    {
        if (options.WarmUpLimit == TimeSpan.Zero)
        {
            return new WarmUpOutcome(
                FirstResponse: null, FirstStatus: 0, new WarmUpFigures { Duration = TimeSpan.Zero, IsSteady = true, Reason = "no warm-up was requested" });
        }

        var begun = Stopwatch.GetTimestamp();
        var (first, status) = await SendFirstAsync(needsAnswer, cancellationToken).ConfigureAwait(false);
        var loaded = Stopwatch.GetTimestamp();
        using var abandon = new CancellationTokenSource(options.WarmUpLimit + Grace);
        var rounds = new CompilationRounds(phases, process);
        var (tolerated, wasCutShort) = await rounds.RunAsync(
            options.WarmUpLimit - (SteadyState.Slices * SteadyState.Slice), abandon.Token, cancellationToken).ConfigureAwait(false);
        var unseen = phases.HasLeftRequests ? "requests in flight were not answered in time" : "there was no time left to see it steady";
        var (isSteady, reason, onlyErrors) = (false, unseen, process.HasExited);
        if (!abandon.IsCancellationRequested)
        {
            var answers = first is not null || phases.Succeeded > 0;
            (isSteady, reason, onlyErrors) = await LoadAsync(status, answers, loaded, new SteadyState(tolerated), cancellationToken).ConfigureAwait(false);
        }

        process.EndCompilerWatch();
        cancellationToken.ThrowIfCancellationRequested();
        if (isSteady && wasCutShort)
        {
            (isSteady, reason) = (false, "code was still being compiled when the warm-up had to end");
        }

        var figures = new WarmUpFigures { Duration = Stopwatch.GetElapsedTime(begun), IsSteady = isSteady, Reason = reason };
        return new WarmUpOutcome(first, status, figures) { OnlyErrors = onlyErrors, ToleratedCompilations = tolerated };
    }

    private async Task<(bool IsSteady, string Reason, bool OnlyErrors)> LoadAsync(
        int firstStatus, bool answers, long begun, SteadyState steady, CancellationToken cancellationToken)
    {
        var outcome = (false, "", false);
        using var abandon = new CancellationTokenSource();
        await phases.RunAsync(
            TimeSpan.MaxValue,
            meanwhile: async phase =>
            {
                outcome = await WatchAsync(phase, firstStatus, answers, begun, steady, cancellationToken).ConfigureAwait(false);
                var left = options.WarmUpLimit - Stopwatch.GetElapsedTime(begun);
                abandon.CancelAfter((left > TimeSpan.Zero ? left : TimeSpan.Zero) + Grace);
            },
            abandoning: abandon.Token,
            cancellationToken: cancellationToken).ConfigureAwait(false);
        return outcome;
    }

    private async Task<(TimeSpan? Elapsed, int Status)> SendFirstAsync(bool needsAnswer, CancellationToken cancellationToken)
    {
        var (_, _, examples) = await phases.RunAsync(
            phases.Kind.UnitsAreRequests ? TimeSpan.MaxValue : options.WarmUpLimit, // an iteration may go on for ever
            new RequestBudget(1), cancellationToken: cancellationToken).ConfigureAwait(false);
        var recorded = phases.Merge();
        if (needsAnswer && recorded.Whole().Failures[FailureKind.Timeout] > 0)
        {
            throw new LoadTestException(new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The first request had no complete response within {options.RequestTimeout.TotalSeconds:0.###} s"),
                "an app that answers within the time limit of one request (10 s by default)",
                EndlessResponse.Explain(examples)
                    ?? "Does it hang, or wait for a database or another server that isn't there? "
                        + "If its first response needs longer, raise that limit: .With(o => o.RequestTimeout = ...)."));
        }

        return (recorded.FirstSucceeded ? Clock.ToTimeSpan(recorded.FirstCompletedAt) : null, recorded.FirstStatus); // an error page is not an answer
    }

    private async Task<(bool IsSteady, string Reason, bool OnlyErrors)> WatchAsync(
        LoadPhase phase, int firstStatus, bool answers, long begun, SteadyState steady, CancellationToken cancellationToken)
    {
        var watched = Stopwatch.GetTimestamp();
        (long Completed, long? Methods) last = (0, process.CountCompiledMethods());
        while (true)
        {
            await Task.Delay(SteadyState.Slice, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            (long Completed, long? Methods) now = (phase.Recorders.Completed, process.CountCompiledMethods());
            steady.Add(now.Completed - last.Completed, now.Methods - last.Methods, process.CountOwedMethods() ?? 0);
            var isSteady = steady.IsSteady;
            last = now;
            var elapsed = Stopwatch.GetElapsedTime(begun);
            var isEnough = elapsed >= (least ?? options.WarmUp) && (isSteady || (phase.Recorders.Succeeded == 0 && (!answers || phase.Recorders.Failed > 0)));
            var onlyErrors = process.HasExited || ((isEnough || Stopwatch.GetElapsedTime(watched) >= _beforeGivingUp) && OnlyErrors(phase, firstStatus));
            if (isEnough || onlyErrors || elapsed >= options.WarmUpLimit || phase.IsAborted || cancellationToken.IsCancellationRequested)
            {
                return (isSteady, steady.Reason, onlyErrors);
            }
        }
    }

    // An app that reports itself unavailable may be available soon.
    private bool OnlyErrors(LoadPhase phase, int status) =>
        !allowsErrors && status is not (0 or ServiceUnavailable) && phase.Recorders.Succeeded == 0 && phase.Recorders.HaveAll(status);
}
