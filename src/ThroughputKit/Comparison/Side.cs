using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>One side of a comparison. What is measured of it adds up, over all slices, placements and passes.</summary>
/// <param name="name">Which side it is, as at the beginning of a sentence.</param>
/// <param name="plan">What its load is.</param>
/// <param name="app">Gets its app, which may be the other side's too, and may be another one after a while.</param>
internal sealed class Side(string name, LoadPlan plan, Func<SharedApp> app) : ISliced
{
    // A latency at which slices are much longer than the shortest.
    private static readonly TimeSpan _slow = TimeSpan.FromMilliseconds(4);
    private static readonly TimeSpan _settling = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _tried = TimeSpan.FromMilliseconds(150);

    private LoadPlan _whole = plan;
    private LoadPlan _plan = plan.PreparedOnce();
    private ReadyLoad? _load;
    private WarmUpOutcome? _warmUp;
    private WindowOutcome? _measured;
    private LatencyHistogram _latency = new();
    private long _completed;
    private TimeSpan _busy;

    /// <summary>Gets its app. Only once it is open.</summary>
    public RunningApp App => _load!.App;

    /// <summary>Gets how many connections it is loaded over.</summary>
    public int Connections => _plan.Options.Connections;

    /// <summary>Gets whether its app is warmed up before it is measured.</summary>
    public bool WarmsUp => _plan.Options.WarmUpLimit > TimeSpan.Zero;

    /// <summary>Gets whether requests of its warm-up succeeded, if it had one.</summary>
    public bool Answers { get; private set; } = true;

    /// <summary>Gets or sets how long its slices are.</summary>
    public TimeSpan SliceLength { get; set; } = Comparison.SliceLength.Shortest;

    /// <summary>Gets the processor time that it takes after the responses of a short turn; <see langword="null"/> if that is not known.</summary>
    public TimeSpan? WorkAfterResponses { get; private set; }

    /// <summary>Opens connections to its app, which is started if it must be. They stay open until what is returned is disposed.</summary>
    /// <exception cref="LoadTestException">It can't be loaded; the message says which side it is.</exception>
    public async Task<IAsyncDisposable> OpenAsync(EpollCrew crew, CancellationToken cancellationToken)
    {
        RunningApp? running = null;
        try
        {
            running = await app().StartAsync(_plan.Options.StartTimeout, cancellationToken).ConfigureAwait(false);
            return _load = await ReadyLoad.PrepareAsync(_plan, running, crew, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e)
        {
            var whole = running?.Death(RunningApp.DeathLimit) is { } death ? e.With(StartProblems.ExitedBeforeLoad(death)) : e;
            throw whole.Of(name);
        }
    }

    /// <summary>Another app is prepared as the first one was.</summary>
    public void ForgetPreparation() => _plan = _whole.PreparedOnce();

    /// <summary>Warms its app up.</summary>
    /// <param name="least">For how long at least; <see langword="null"/> for as long as its test says.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="LoadTestException">Its first request was not answered in time: there is nothing to compare.</exception>
    public async Task WarmUpAsync(TimeSpan? least, CancellationToken cancellationToken)
    {
        try
        {
            var outcome = await _load!.WarmUpAsync(least, needsAnswer: true, cancellationToken).ConfigureAwait(false);
            _warmUp = _warmUp is null || !outcome.Verdict.IsSteady ? outcome : _warmUp; // what was wrong with one app isn't hidden by the next
        }
        catch (LoadTestException e)
        {
            throw e.Of(name);
        }

        Answers = !WarmsUp || _load.Phases.Merge().Succeeded > 0;
    }

    /// <summary>Finds the fewest connections that keep its app's processors as busy as more would. Only once it is warm.</summary>
    /// <param name="most">How many there may be.</param>
    /// <param name="crew">The threads that make the load.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>As many as there may be, if so many don't make responses slow, or nothing can be told.</returns>
    public async Task<int> FindConnectionsAsync(int most, EpollCrew crew, CancellationToken cancellationToken)
    {
        var latency = new LatencyHistogram();
        _load!.Phases.Merge().AddLatencyTo(latency);
        return !Answers || !WarmsUp || Clock.ToTimeSpan(latency.Mean) * most / Connections < _slow ? most
            : await FewestConnections.FindAsync(Environment.ProcessorCount, most, TryAsync).ConfigureAwait(false);

        async Task<double> TryAsync(int connections)
        {
            var load = await ReadyLoad.PrepareAsync(With(_plan, connections), App, crew, cancellationToken).ConfigureAwait(false);
            await using var closing = load.ConfigureAwait(false);
            await load.Phases.RunAsync(_settling, cancellationToken: cancellationToken).ConfigureAwait(false);
            var tried = await MeasuredPhase.RunAsync(load, _tried, budget: null, isWindow: false, closing: CancellationToken.None, cancellationToken).ConfigureAwait(false);
            return tried.App is { } app ? app.Cpu / tried.WithDrain : tried.Recorded.Completed / tried.WithDrain.TotalSeconds;
        }
    }

    /// <summary>Has it loaded over as many connections when they are opened next.</summary>
    public void Use(int connections) => (_whole, _plan) = (With(_whole, connections), With(_plan, connections));

    /// <summary>Looks how much it does after its responses. Only once it is warm: a cold one compiles.</summary>
    public async Task WatchAfterResponsesAsync(CancellationToken cancellationToken) =>
        WorkAfterResponses = Answers && !App.IsElsewhere && WarmsUp
            ? await AfterResponses.MeasureAsync(RunAsync, _load!.Process, cancellationToken).ConfigureAwait(false)
            : null;

    /// <summary>Loads it for a moment that doesn't count.</summary>
    public async Task<Slice> SettleAsync(TimeSpan length, CancellationToken cancellationToken)
    {
        var run = await RunAsync(length, cancellationToken).ConfigureAwait(false);
        var latency = new LatencyHistogram();
        run.Recorded.AddLatencyTo(latency);
        return SliceOf(run).With(latency);
    }

    /// <inheritdoc/>
    public async Task<Slice> MeasureAsync(CancellationToken cancellationToken)
    {
        var measured = await RunAsync(SliceLength, cancellationToken).ConfigureAwait(false);
        var slice = SliceOf(measured);
        measured.Recorded.AddLatencyTo(_latency);
        _measured = _measured?.Plus(measured) ?? measured;
        (_completed, _busy) = (_completed + slice.Completed, _busy + slice.Busy);
        return slice;
    }

    /// <inheritdoc/>
    public LatencyHistogram TakeLatency() => Interlocked.Exchange(ref _latency, new LatencyHistogram());

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

    private static LoadPlan With(LoadPlan plan, int connections)
    {
        var options = plan.Options.Clone();
        options.Connections = connections;
        return plan with { Options = options };
    }

    private Slice SliceOf(WindowOutcome measured) => Slice.Of(measured, Connections * _plan.Options.PipelineDepth);

    private Task<WindowOutcome> RunAsync(TimeSpan length, CancellationToken cancellationToken) =>
        MeasuredPhase.RunAsync(_load!, length, budget: null, isWindow: false, closing: CancellationToken.None, cancellationToken);
}
