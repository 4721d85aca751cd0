using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Pacing;
using ThroughputKit.Planning;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Statistics;

namespace ThroughputKit.Slices;

/// <summary>One of the loads that take turns. Its measurements add up over all slices, placements and passes.</summary>
/// <param name="name">The name of the side, capitalized for the beginning of a sentence.</param>
/// <param name="plan">The side's load.</param>
/// <param name="app">Returns the side's app. Other sides may share it, and a new app may replace it over time.</param>
internal sealed class Side(string name, LoadPlan plan, Func<SharedApp> app) : ISliced
{
    private static readonly TimeSpan _alone = TimeSpan.FromMilliseconds(500);

    private readonly AfterWindow _after = new();
    private LoadPlan _plan = plan.PreparedOnce();
    private ReadyLoad? _load;
    private WarmUpOutcome? _warmUp;
    private bool _warmedUp = true; // false if no request of the warm-up succeeded
    private WindowOutcome? _measured;
    private (bool HasStopped, AppExit? Exit)? _end; // of the last app, if the kit has stopped it since
    private readonly List<TimeSpan> _passTimes = [];
    private LatencyHistogram _latency = new();
    private long _connections;
    private int _passes = 1; // of each user of a chain, in a slice
    private double? _rpsAlone;

    /// <summary>Gets the side's app. Available only once the side is open.</summary>
    public RunningApp App => _load!.App;

    /// <summary>Gets how many requests load the side at a time.</summary>
    public int InFlight => _plan.Options.InFlight;

    /// <summary>Gets the name for the middle of a sentence.</summary>
    public string NameInside => char.ToLowerInvariant(name[0]) + name[1..];

    /// <summary>Gets whether the side's app is warmed up before the measurement.</summary>
    public bool WarmsUp => _plan.Options.WarmUpLimit > TimeSpan.Zero;

    /// <inheritdoc/>
    public bool HasFailed => _measured?.Recorded.Failed > 0;

    /// <summary>Gets whether requests of the warm-up succeeded, if there was one, and none has failed since it was measured.</summary>
    public bool Answers => _warmedUp && !HasFailed;

    /// <summary>Gets whether the app has ended or stopped by itself, as far as the kit can see it. Available only once the side is open.</summary>
    public bool HasAppEnded => End() is not (false, null);

    /// <summary>Gets the length of the side's slices.</summary>
    public TimeSpan SliceLength { get; private set; } = Slices.SliceLength.Shortest;

    /// <summary>Gets the usual time of a pass of a chain, by the slices that have settled it; <see langword="null"/> if the side has no chain.</summary>
    public TimeSpan? PassTime => Median.Of(_passTimes.Select(t => (double?)t.Ticks)) is { } ticks ? TimeSpan.FromTicks((long)ticks) : null;

    /// <summary>Gets or sets the work that the app does after the responses of a short turn; <see langword="null"/> if it is unknown.</summary>
    public TrailingWork? TrailingWork { get; set; }

    /// <summary>
    /// Gets what loads the app for a turn and what reads its process; <see langword="null"/> if that can't be read, or the app isn't warmed up: it then
    /// compiles.
    /// </summary>
    public (Func<TimeSpan, CancellationToken, Task<WindowOutcome>> Load, IProcessProbe Process)? Turns =>
        !App.IsElsewhere && WarmsUp ? (RunAsync, _load!.Process) : null;

    /// <summary>Gets whether the app, and each that it has replaced, was steady when its warm-up ended.</summary>
    public bool IsSteady => _warmUp!.Figures.IsSteady;

    /// <summary>Starts the side's app if necessary, and opens connections to it. They stay open until the returned object is disposed.</summary>
    /// <exception cref="LoadTestException">The side can't be loaded; the message names the side.</exception>
    public async Task<IAsyncDisposable> OpenAsync(RunContext run)
    {
        RunningApp? running = null;
        try
        {
            running = await app().StartAsync(_plan.Options.StartTimeout, run.Cancellation).ConfigureAwait(false);
            var before = _load;
            _load = await ReadyLoad.PrepareAsync(_plan, running, run).ConfigureAwait(false);
            _load.Secrets.Learn(before?.Secrets ?? _load.Secrets);
            if (HasPasses)
            {
                _load.EndPauses();
            }

            _end = null;
            _connections += _plan.Options.Connections;
            return _load;
        }
        catch (LoadTestException e)
        {
            var end = running is null ? null : AppStart.EndBeforeLoad(running);
            throw (end is null ? e : e.With(end)).Of(name);
        }
    }

    /// <summary>Makes sure that a new app is prepared in the same way as the first one.</summary>
    public void ForgetPreparation() => _plan = (plan with { Numbers = _plan.Numbers }).PreparedOnce();

    /// <summary>Warms up the side's app.</summary>
    /// <param name="least">The minimum duration; <see langword="null"/> for the duration that the test sets.</param>
    /// <param name="cancellationToken">Cancels the warm-up.</param>
    /// <exception cref="LoadTestException">The first request was not answered in time, so there is nothing to compare.</exception>
    public async Task WarmUpAsync(TimeSpan? least, CancellationToken cancellationToken)
    {
        try
        {
            var outcome = await _load!.WarmUpAsync(least, needsAnswer: true, cancellationToken).ConfigureAwait(false);
            _warmUp = _warmUp is null || !outcome.Figures.IsSteady ? outcome : _warmUp; // the next app must not hide a problem of an earlier one
        }
        catch (LoadTestException e)
        {
            throw e.Of(name);
        }

        _warmedUp = !WarmsUp || _load.Phases.Merge().Succeeded > 0;
    }

    /// <summary>Loads the app for a short time that doesn't count.</summary>
    public async Task<Slice> SettleAsync(long first, TimeSpan length, CancellationToken cancellationToken)
    {
        _load!.Phases.First = first;
        var run = await RunAsync(length, cancellationToken).ConfigureAwait(false);
        var latency = new LatencyHistogram();
        run.Recorded.AddLatencyTo(latency);
        var slice = SliceOf(run).With(latency);
        if (HasPasses && slice is { Completed: > 0, Failed: 0 })
        {
            _passTimes.Add(slice.Busy * InFlight * _load.Phases.Chains!.RequestsOfPass / slice.Completed);
        }

        return slice;
    }

    /// <summary>Sets the length of the side's slices. A chain has whole passes in them, so that each request has its share, and as many on each side.</summary>
    /// <param name="length">The length.</param>
    /// <param name="passes">The number of passes.</param>
    /// <param name="passTime">The time of one, of the side that takes the longest for it; <see langword="null"/> if no side has a chain.</param>
    public void SetSlices(TimeSpan length, int passes, TimeSpan? passTime)
    {
        _passes = passes;
        SliceLength = HasPasses && passTime is { } each ? _passes * each : length;
    }

    /// <summary>Measures the RPS of an app in a process of its own before the turns, while the other sides are idle. Call only once it has settled.</summary>
    public async Task MeasureAloneAsync(long first, CancellationToken cancellationToken)
    {
        if (App.Place == AppPlace.OwnProcess)
        {
            var alone = await SettleAsync(first, _alone, cancellationToken).ConfigureAwait(false);
            _rpsAlone = alone.Failed == 0 ? alone.Rps : null;
        }
    }

    /// <inheritdoc/>
    public async Task<Slice> MeasureAsync(long first, CancellationToken cancellationToken)
    {
        _load!.Phases.First = first;
        var measured = await RunAsync(SliceLength, cancellationToken).ConfigureAwait(false);
        var slice = SliceOf(measured);
        measured.Recorded.AddLatencyTo(_latency);
        measured = measured.UntilLastEnded(slice.Busy > TimeSpan.Zero ? slice.Busy : measured.Length); // so that the result counts as the ratio does
        _measured = _measured?.Plus(measured) ?? measured;
        return slice;
    }

    /// <inheritdoc/>
    public LatencyHistogram TakeLatency() => Interlocked.Exchange(ref _latency, new LatencyHistogram());

    /// <summary>Returns a text of the app without secrets.</summary>
    public string Hide(string text) => _load!.Secrets.Hide(text);

    /// <summary>Remembers how the app ended by itself, if it did, before the kit stops it. The side may fail to open a new one.</summary>
    public void KeepEnd() => _end ??= End();

    /// <summary>Computes the side's result over all measurements. Call only while its app runs, or after <see cref="KeepEnd"/>.</summary>
    /// <param name="reference">The reference.</param>
    /// <param name="trailingWork">The work that the reference and this side do after their responses; <see langword="null"/> if it is unknown.</param>
    /// <param name="overlapped">Whether other load ran at the same time.</param>
    /// <param name="machine">The figures of the machine during the measurement.</param>
    public LoadResult Result(Side reference, (TrailingWork Reference, TrailingWork Candidate)? trailingWork, bool overlapped, MachineFigures machine)
    {
        var result = ResultBuilder.Build(_load!, _warmUp!, _measured!, overlapped, _after, machine);
        var (hasStopped, exit) = _end ?? End();
        var facts = new RunFacts(App, result, hasStopped, StopProblem: null, exit)
        {
            Plan = _plan,
            Observed = ResultBuilder.Observe(_load!, _warmUp!, _measured!),
            OwnConnections = _connections,
            Other = reference.App,
            Names = (reference.NameInside, NameInside),
            TrailingWork = trailingWork,
            RpsAlone = _rpsAlone,
        };
        return result with { Findings = FindingRules.Examine(facts) };
    }

    /// <summary>Counts what the app does for a request, for the side's result. Call only after the slices, while no other side is loaded.</summary>
    /// <param name="withBytes">Whether to measure allocated bytes too, as a gate does: those of slices are also those of other sides.</param>
    /// <param name="cancellationToken">Cuts it short.</param>
    public async Task MeasureMoreAsync(bool withBytes, CancellationToken cancellationToken)
    {
        if (HasFailed || !AllocationStep.CanMeasure(_load!, _measured!))
        {
            return;
        }

        if (withBytes)
        {
            await new AllocationStep(_load!, _measured!, double.PositiveInfinity, _warmUp!.ToleratedCompilations, hasOwnWindow: false)
                .AddToAsync(_after, IsSteady, cancellationToken).ConfigureAwait(false);
        }

        await new CountStep(_load!, _measured!).AddToAsync(_after, cancellationToken).ConfigureAwait(false);
    }

    private bool HasPasses => _plan.Kind.HasPasses;

    private (bool HasStopped, AppExit? Exit) End() => (App.HasStopped, App.TryGetExit(TimeSpan.Zero));

    private Slice SliceOf(WindowOutcome measured) => Slice.Of(measured, InFlight);

    // Each user of a chain sends whole passes, in about that time. Those of several chains go on in their order, as both sides do.
    private Task<WindowOutcome> RunAsync(TimeSpan length, CancellationToken cancellationToken)
    {
        var passes = Math.Max(1, (long)Math.Round(_passes * (length / SliceLength)));
        return MeasuredPhase.RunAsync(
            _load!, HasPasses ? _plan.Options.MaxDuration : length, HasPasses ? new RequestBudget(passes, isShared: false, isOfPasses: true) : null,
            isWindow: false, closing: CancellationToken.None, cancellationToken);
    }
}
