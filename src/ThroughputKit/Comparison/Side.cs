using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>One side of a comparison. What is measured of it adds up, over all slices and goes.</summary>
/// <param name="name">Which side it is, as at the beginning of a sentence.</param>
/// <param name="plan">What its load is.</param>
/// <param name="app">Its app, which may be the other side's too.</param>
internal sealed class Side(string name, LoadPlan plan, SharedApp app)
{
    private readonly LoadPlan _plan = plan.PreparedOnce();
    private ReadyLoad? _load;
    private WarmUpOutcome? _warmUp;
    private WindowOutcome? _measured;
    private long _completed;
    private TimeSpan _busy;

    /// <summary>Opens connections to its app, which is started if it must be. They stay open until what is returned is disposed.</summary>
    /// <exception cref="LoadTestException">It can't be loaded; the message says which side it is.</exception>
    public async Task<IAsyncDisposable> OpenAsync(EpollCrew crew, CancellationToken cancellationToken)
    {
        RunningApp? running = null;
        try
        {
            running = await app.StartAsync(_plan.Options.StartTimeout, cancellationToken).ConfigureAwait(false);
            return _load = await ReadyLoad.PrepareAsync(_plan, running, crew, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e)
        {
            var whole = running?.Death(RunningApp.DeathLimit) is { } death ? e.With(StartProblems.ExitedBeforeLoad(death)) : e;
            throw whole.Of(name);
        }
    }

    /// <summary>Gets its app. Only once it is open.</summary>
    public RunningApp App => _load!.App;

    /// <summary>Gets whether requests of its warm-up succeeded, if it had one.</summary>
    public bool Answers { get; private set; } = true;

    /// <summary>Gets the processor time that it takes after the responses of a short turn; <see langword="null"/> if that is not known.</summary>
    public TimeSpan? WorkAfterResponses { get; private set; }

    /// <exception cref="LoadTestException">Its first request was not answered in time: there is nothing to compare.</exception>
    public async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        try
        {
            _warmUp = await _load!.WarmUpAsync(cancellationToken, needsAnswer: true).ConfigureAwait(false);
        }
        catch (LoadTestException e)
        {
            throw e.Of(name);
        }

        Answers = _plan.Options.WarmUpLimit == TimeSpan.Zero || _load.Phases.Merge().Succeeded > 0;
    }

    /// <summary>Looks how much it does after its responses. Only once it is warm: a cold one compiles.</summary>
    public async Task WatchAfterResponsesAsync(CancellationToken cancellationToken) =>
        WorkAfterResponses = Answers && !App.IsElsewhere && _plan.Options.WarmUpLimit > TimeSpan.Zero
            ? await AfterResponses.MeasureAsync(RunAsync, _load!.Process, cancellationToken).ConfigureAwait(false)
            : null;

    /// <summary>Loads it for a moment that doesn't count.</summary>
    public async Task<Slice> SettleAsync(TimeSpan length, CancellationToken cancellationToken) =>
        SliceOf(await RunAsync(length, cancellationToken).ConfigureAwait(false));

    /// <summary>Loads it for a moment.</summary>
    public async Task<Slice> MeasureAsync(TimeSpan length, CancellationToken cancellationToken)
    {
        var measured = await RunAsync(length, cancellationToken).ConfigureAwait(false);
        var slice = SliceOf(measured);
        _measured = _measured?.Plus(measured) ?? measured;
        (_completed, _busy) = (_completed + slice.Completed, _busy + slice.Busy);
        return slice;
    }

    /// <summary>Works out its figures over everything that was measured. Only while its app runs.</summary>
    /// <param name="other">The other side's app.</param>
    /// <param name="workAfterResponses">What each side does after its responses, the reference's first; <see langword="null"/> if that is not known.</param>
    /// <param name="wasShared">Whether another load ran beside it.</param>
    /// <param name="machine">What the machine did meanwhile.</param>
    public LoadResult Result(RunningApp other, (TimeSpan Reference, TimeSpan Candidate)? workAfterResponses, bool wasShared, MachineFigures machine)
    {
        var counted = ResultBuilder.Build(_load!, _warmUp!, _measured!, wasShared) with { Intervals = [], Machine = machine };
        var result = counted.Failed == 0 ? counted with { RequestsPerSecond = _completed / _busy.TotalSeconds } : counted; // as the ratio is worked out
        return result with { Findings = Doubts.Examine(new RunFacts(App, result, App.HasStopped, StopProblem: null, App.Death(TimeSpan.Zero)) { Other = other, WorkAfterResponses = workAfterResponses }) };
    }

    private Slice SliceOf(WindowOutcome measured) => Slice.Of(measured, _plan.Options.Connections * _plan.Options.PipelineDepth);

    private Task<WindowOutcome> RunAsync(TimeSpan length, CancellationToken cancellationToken) =>
        MeasuredPhase.RunAsync(_load!, length, budget: null, isWindow: false, closing: CancellationToken.None, cancellationToken);
}
