namespace ThroughputKit.Running;

/// <summary>Measures retained bytes for a gate, over the run's connections and after its window: stretches of load between full collections.</summary>
/// <param name="load">The load.</param>
/// <param name="window">The outcome of the run's own window.</param>
/// <param name="limit">The maximum allowed bytes per request.</param>
/// <param name="requests">The number of requests that a stretch is to have, if the time is enough for them.</param>
/// <param name="longest">The time for a stretch; <see langword="null"/> for the default one.</param>
internal sealed class RetentionStep(ReadyLoad load, WindowOutcome window, double limit, int requests = 20_000, TimeSpan? longest = null)
{
    // Of the requests. More failures than usual mean that the app does other work than in the window.
    private const double ToleratedFailures = 0.01;

    private readonly TimeSpan _longest = longest ?? TimeSpan.FromSeconds(2.5);

    // Of the last stretch. Merging the recorders would tell more, and leave a change in the heap.
    private long Ended => !load.Kind.UnitsAreRequests ? load.Phases.IterationsEnded
        : Math.Max(load.Phases.Completed, load.Phases.Succeeded + load.Phases.Failed);

    /// <summary>Gets the figures of a run whose set-up is wrong, so that there was nothing to measure.</summary>
    public static RetentionFigures OfMistake { get; } = NotMeasured("The test was set up wrongly: see the findings.");

    /// <summary>Measures, and adds the figures.</summary>
    /// <param name="after">What is measured after the window.</param>
    /// <param name="cancellationToken">Cuts the measurement short.</param>
    public Task AddToAsync(AfterWindow after, CancellationToken cancellationToken) =>
        after.MeasureAsync(load, request: null, () => MeasureAsync(cancellationToken), bytes => after.Retention = bytes, cancellationToken);

    /// <returns>The measurements; <see langword="null"/> if the app's own process has ended.</returns>
    private async Task<RetentionFigures?> MeasureAsync(CancellationToken cancellationToken)
    {
        var stretches = new RetentionStretches(limit);
        var before = load.MeasureHeap();
        while (!stretches.IsOver)
        {
            await LoadAsync(cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            var (completed, hasFailed) = (load.Phases.Completed, HasFailed());
            var whyNotOfMix = load.WhyNotOfMix(Ended);
            var after = load.MeasureHeap();
            if (before is not { } first || after is not { } last)
            {
                return load.Process.HasExited ? null : NotMeasured($"The app's process did not answer {load.Process.UnansweredCommand}.");
            }

            if (load.App.IsStopping)
            {
                return NotMeasured("The app began to stop before its retained bytes were measured. Find out what stops it.");
            }

            if (hasFailed)
            {
                return NotMeasured("A larger share of the requests failed while retained bytes were measured than in the run. Find out why they fail.");
            }

            if (whyNotOfMix is not null)
            {
                return NotMeasured(whyNotOfMix);
            }

            stretches.Add(first, last, completed);
            before = after;
        }

        return new RetentionFigures { BytesPerRequest = stretches.Figure, Stretches = stretches.BytesPerRequest, Noise = stretches.Noise };
    }

    private static RetentionFigures NotMeasured(string reason) => new() { WhyNotMeasured = reason };

    private async Task LoadAsync(CancellationToken cancellationToken)
    {
        var length = TimeSpan.FromSeconds(Math.Min(requests / load.PerSecond(window), _longest.TotalSeconds));
        var (time, budget) = load.InWholeRounds(length, 2 * _longest, window);
        await load.Phases.RunAsync(time, budget, closing: load.App.Stopping, cancellationToken: cancellationToken).ConfigureAwait(false);
        load.GoOn(Ended);
    }

    private bool HasFailed()
    {
        var (failed, all) = (load.Phases.Failed, load.Phases.Succeeded + load.Phases.Failed);
        var usual = ReadyLoad.FailedShare(window, request: null);
        return (failed > 0 && load.Phases.Completed == 0) || failed > ((2 * usual) + ToleratedFailures) * all;
    }
}
