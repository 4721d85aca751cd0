using ThroughputKit.Engines;
using ThroughputKit.Engines.Client;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Hosting;
using ThroughputKit.Pacing;
using ThroughputKit.Planning;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Running;

/// <summary>A running app, and everything needed to load it. Connections stay open until this is disposed.</summary>
internal sealed class ReadyLoad : IAsyncDisposable
{
    private static readonly TimeSpan _atOnce = TimeSpan.FromSeconds(2); // for users to end once the run is cancelled

    private readonly RecorderSet _recorders;
    private readonly Watcher _watcher;

    private ReadyLoad(
        LoadPlan plan, RunningApp app, CheckedAddress address, EncodedRequest[] requests, ChainMix? chains, LoopCrew? crew, PreparedRequests prepared,
        Secrets secrets)
    {
        (Plan, App, Requests, Secrets) = (plan, app, requests, secrets);
        Budget = Options.Requests is not { } count ? null
            : plan.TakesRowsOnce ? new RequestBudget(count / plan.RequestsOfPass, isOfPasses: true)
            : new RequestBudget(count);
        Rate = Budget is null ? plan.Rate?.For(Options.DurationOrDefault) : plan.Rate?.Until(Budget.Count);
        if (plan.Scenarios is { Count: > 0 } scenarios)
        {
            Steps = new StepNames([.. scenarios.Select(s => s.Name)]);
            Order = new RequestOrder([.. scenarios.Select(s => s.Weight)], plan.OrderSeed);
            var clients = new UserClients(address, plan.Headers, prepared);
            Choice = EngineFactory.Create(ScenarioLoad.Of(plan, clients), plan.Pasts ?? new UserPasts());
            _recorders = new RecorderSet(Steps.Max, isPaced: Rate is not null, onFirstUse: true, scenarios: scenarios.Count);
        }
        else
        {
            var room = chains is null ? requests.Max(r => r.Template?.MaxLength ?? 0) : 0; // virtual users have their own
            var target = new EngineTarget(address.EndPoint, address.Tls) { Address = address.Address };
            Handshakes = address.Tls is null ? null : target.Handshakes;
            Order = new RequestOrder([.. plan.Requests.Select(r => r.Weight)], plan.OrderSeed, [.. requests.Select(r => r.Template is { TakesRow: true })]);
            Choice = EngineFactory.Create(Options, target, Rate?.Highest * (chains?.Longest ?? 1), crew, room);
            _recorders = new RecorderSet(requests.Length, isPaced: Rate is not null, hasPauses: chains is { HasPauses: true });
        }

        Kit = new ThisProcess();
        Peak = new PeakWorkingSet(Process.ReadWorkingSet);
        Batches = new BatchWatch(_recorders);
        _watcher = new Watcher(Choice.Engine, Peak, Batches, Heap, Pool);
        Phases = new Phases(Choice.Engine, requests, _recorders, Rate, crew)
        {
            Order = Order,
            Secrets = secrets,
            Kind = Kind,
            Steps = Steps,
            Users = plan.Users,
            Chains = chains,
            AppFailed = app.Errors is { } errors ? errors.Observe : null,
        };
    }

    public LoadPlan Plan { get; }

    public LoadOptions Options => Plan.Options;

    public LoadKind Kind => Plan.Kind;

    public RunningApp App { get; }

    public EncodedRequest[] Requests { get; }

    public RequestOrder Order { get; }

    /// <summary>Gets the steps of the scenarios, which then stand in place of requests; <see langword="null"/> if there are none.</summary>
    public StepNames? Steps { get; }

    private CancellationToken Cancellation { get; init; }

    /// <summary>Gets the cookies of the preparation that no request carries, each with the reason.</summary>
    public IReadOnlyList<string> UnsentCookies { get; private init; } = [];

    /// <summary>Gets what hides the values of headers that sign in.</summary>
    public Secrets Secrets { get; }

    /// <summary>Gets the plan's rate, held for the duration of the test if it has no length of its own, and ended by the last row to take once.</summary>
    public LoadRate? Rate { get; }

    /// <summary>Gets the fixed number of requests, or of passes that take a row each; <see langword="null"/> for any number.</summary>
    public RequestBudget? Budget { get; }

    public EngineChoice Choice { get; }

    /// <summary>Gets the durations of TLS handshakes; <see langword="null"/> for plain HTTP and for a scenario, of which they aren't known.</summary>
    public Handshakes? Handshakes { get; }

    public Phases Phases { get; }

    /// <summary>Gets the probe of this process.</summary>
    public ThisProcess Kit { get; }

    /// <summary>Gets the probe of the process that matters: the app's or, if its counters can't be read, this one's.</summary>
    public IProcessProbe Process => App.Probe ?? Kit;

    public PeakWorkingSet Peak { get; }

    public BatchWatch Batches { get; }

    public HeapWatch Heap { get; } = new();

    /// <summary>Gets whether the heap of this process is that of the app: the framework's client and a scenario's own code use it, too.</summary>
    public bool HasHeapOfApp => App.IsInProcess && !Plan.UsesClient;

    public PoolWatch Pool { get; } = new();

    /// <param name="plan">The plan of the load.</param>
    /// <param name="app">The app.</param>
    /// <param name="run">The context.</param>
    /// <exception cref="LoadTestException">The app can't be reached or must not be loaded, or a preparation failed.</exception>
    public static async Task<ReadyLoad> PrepareAsync(LoadPlan plan, RunningApp app, RunContext run)
    {
        // Reach.
        var address = await Reachability.FindAsync(
            app.Address, plan.AllowedHost, plan.Options.RequestTimeout, run.Cancellation, certificate: app.Certificate, protocol: plan.Options.Protocol,
            streams: plan.Options.StreamsPerConnection).ConfigureAwait(false);

        // Prepare. Earlier errors belong to a different run.
        app.Errors?.Restart();
        var prepared = await PreparationStep.RunAsync(plan, address, run.Cancellation).ConfigureAwait(false);

        // Encode.
        var added = plan.HasPlaceholders ? prepared.WithLiteralBraces() : prepared;
        var data = plan.HasPlaceholders || plan.KeepsCookies ? new DataEncoder(plan.Data, plan.TakenNames, plan.KeepsCookies, plan.Numbers) : null;
        var successes = StatusTable.Of(plan.Options.IsSuccess);
        List<LoadRequest> requests = [];
        List<EncodedRequest> encoded = [];
        List<Chain> chains = [];
        List<bool> haveRows = [];
        foreach (var chain in plan.Chains)
        {
            LoadRequest[] own = [.. chain.Requests.Select(r => added.AddTo(r, plan.Headers, withCookies: !chain.KeepsCookies))];
            var cookies = chain.KeepsCookies ? prepared.Cookies.Copy() : null;
            chains.Add(Chain.Of(own, plan.TakenNames, plan.PlaceholderNames().Contains, cookies, first: requests.Count));
            requests.AddRange(own);
            encoded.AddRange(own.Select(r => RequestEncoder.Encode(
                r, app.Address, r.Expected(successes, plan.Options.CheckedShare, chain.KeepsCookies), data, chain.KeepsCookies)));
            haveRows.Add(encoded.TakeLast(own.Length).Any(e => e.Template is { TakesRow: true }));
        }

        var mix = plan.Kind.HasPasses ? new ChainMix(chains, [.. plan.Chains.Select(c => c.Weight)], plan.OrderSeed, haveRows) : null;
        return new ReadyLoad(plan, app, address, [.. encoded], mix, run.Crew, prepared, SecretsOf(plan, requests, prepared))
        {
            Cancellation = run.Cancellation,
            UnsentCookies = !plan.Kind.IsSentByKit ? [] : prepared.Cookies.Unsent(requests, plan.KeepsCookies),
        };
    }

    /// <param name="least">The minimum duration; <see langword="null"/> for the minimum in the options.</param>
    /// <param name="needsAnswer">Whether it is an error if the first request is not answered in time.</param>
    /// <param name="cancellationToken">Ends the warm-up.</param>
    /// <exception cref="LoadTestException">The first request needs an answer, and none came in time.</exception>
    public Task<WarmUpOutcome> WarmUpAsync(TimeSpan? least, bool needsAnswer, CancellationToken cancellationToken) =>
        new WarmUp(Phases, Options, Process, least, Plan.AllowsErrors).RunAsync(needsAnswer, cancellationToken);

    /// <summary>Returns a stretch of load of about a length, in whole rounds or iterations: otherwise the mix would vary.</summary>
    /// <param name="length">The length.</param>
    /// <param name="limit">The maximum length. An iteration that ended in the window is not cut short.</param>
    /// <param name="window">The outcome of the window.</param>
    public (TimeSpan Length, RequestBudget? Budget) InWholeRounds(TimeSpan length, TimeSpan limit, WindowOutcome window)
    {
        var requests = PerSecond(window) * length.TotalSeconds;
        if (!Kind.UnitsAreRequests)
        {
            var iterations = requests * window.Recorded.Iterations / window.Recorded.Completed;
            return (limit + window.WithDrain, new RequestBudget(Phases.Order.InWholeRounds(iterations)));
        }

        if (Kind.HasPasses)
        {
            var passes = Rate is { Highest: var begun } ? begun * length.TotalSeconds : requests / Phases.Chains!.RequestsOfPass;
            return (limit, new RequestBudget(Phases.Chains!.InWholeRounds(passes), isOfPasses: true)); // until the last of them is over
        }

        if (Rate is not { Highest: var rate })
        {
            return (limit, InWholeRounds(requests));
        }

        var due = TimeSpan.FromSeconds((Phases.Order.InWholeRounds(rate * length.TotalSeconds) - 0.5) / rate); // between the last request and the next
        return (due < limit ? due : limit, null);
    }

    // As in the window, each connection sends its own requests in turn, if there are enough for a round of each: an app may allocate less for a request that
    // is like the last one of its connection.
    private RequestBudget InWholeRounds(double requests)
    {
        var ofEach = (long)(requests / Options.InFlight / Phases.Order.Round) * Phases.Order.Round;
        return Options.Requests is null && ofEach > 0
            ? new RequestBudget(ofEach, isShared: false)
            : new RequestBudget(Phases.Order.InWholeRounds(requests));
    }

    /// <summary>Lets the next stretch of load go on in the order, with a whole round, and in the data.</summary>
    /// <param name="units">The number of requests, or iterations, in the last one.</param>
    public void GoOn(long units) => Phases.First = Phases.Order.InWholeRounds(Phases.First + units);

    /// <summary>Returns the number of requests in a stretch of load, or of iterations that ended.</summary>
    public long Units(Recorder recorded) => Kind.UnitsAreRequests ? recorded.Sent : recorded.IterationsEnded;

    /// <summary>
    /// Returns whether each scenario with a share has ended an iteration. Windows of whole iterations of one that never ends would never end either.
    /// </summary>
    public bool HasWholeIterations(Recorder recorded) =>
        Enumerable.Range(0, Plan.Scenarios.Count).All(i => Order.ShareOf(i) == 0 || recorded.IterationsOf(i).Ended > 0);

    /// <summary>
    /// Returns by how much the shares of the requests were off in a stretch of load, as a fraction of the weight of one of them. The bytes per request are off
    /// by at most as much: no request allocates more than all of the mix.
    /// </summary>
    public double ShareError(Recorder recorded)
    {
        return Kind.UnitsAreRequests ? Most(Requests.Length, recorded.Sent, i => recorded.Endpoint(i).Sent)
            : Math.Max(
                (double)Options.InFlight / recorded.IterationsEnded,
                Most(Plan.Scenarios.Count, recorded.Iterations, i => recorded.IterationsOf(i).Begun));

        double Most(int members, long all, Func<int, long> countOf) =>
            Enumerable.Range(0, members).Where(i => Order.ShareOf(i) > 0).Max(i => Math.Abs((countOf(i) / (Order.ShareOf(i) * all)) - 1));
    }

    /// <summary>
    /// Returns the reason why a stretch of load with so many requests, or iterations, says nothing of the mix: it had no whole round, so those with a small
    /// weight have not had their share. <see langword="null"/> if it had one.
    /// </summary>
    public string? WhyNotOfMix(long units)
    {
        var round = Phases.Order.Round;
        if (units >= round)
        {
            return null;
        }

        var (one, members) = Kind.UnitsAreRequests ? ("request", "requests") : (Kind.PlannedOne, "scenarios");
        return round == 1 ? $"A stretch of load had no {one}: the app takes longer for one than a stretch lasts."
            : FormattableString.Invariant($"A stretch of load had only {units:N0} {Kind.Unit}, and the test's mix repeats after {round:N0}. ")
                + $"Choose weights with a smaller sum, or put fewer {members} in one test.";
    }

    /// <summary>Performs a full collection, and returns the size of the managed heap; <see langword="null"/> if the process doesn't answer.</summary>
    /// <remarks>If this is the heap of this process, the kit's own recorders are left out.</remarks>
    public long? MeasureHeap() => Process.CollectAndMeasure() - (App.Probe is null ? Phases.HeldBytes : 0);

    /// <summary>
    /// Returns the number of requests that the app completes in a second, as in a window or, if virtual users paused in it, without their pauses: at least as
    /// many as the cores answer one after the other. At a set rate, pauses change nothing.
    /// </summary>
    public double PerSecond(WindowOutcome window)
    {
        var measured = window.Recorded.Completed / window.WithDrain.TotalSeconds;
        var latency = new LatencyHistogram();
        window.Recorded.AddLatencyTo(latency);
        return !Phases.SkipsPauses || Rate is not null || latency.Count == 0 ? measured
            : Math.Max(measured, Math.Min(Options.InFlight, Environment.ProcessorCount) / Clock.ToTimeSpan(latency.Mean).TotalSeconds);
    }

    /// <summary>Returns the share of failed requests in a window, as a fraction.</summary>
    /// <param name="window">The outcome of the window.</param>
    /// <param name="request">The index of the request; <see langword="null"/> for all requests together.</param>
    public static double FailedShare(WindowOutcome window, int? request) => request is { } index
        ? (double)window.Recorded.Endpoint(index).Failures.Total / window.Recorded.Endpoint(index).Sent
        : (double)window.Recorded.Failed / window.Recorded.Sent;

    /// <summary>Sends one request alone from now on, whatever its weight; <see langword="null"/> for all of them in their order.</summary>
    /// <param name="request">The index of the request.</param>
    public void SendOnly(int? request) => Phases.Order = request is { } index ? RequestOrder.Only(index, Requests.Length) : Order;

    /// <summary>Lets virtual users go on without their pauses from now on, so that their passes end, and each request has its share.</summary>
    public void EndPauses() => Phases.SkipsPauses = !Kind.UnitsAreRequests || Phases.HasPauses;

    /// <summary>Looks for the app's exceptions in its log alone from now on: anything else may let the app allocate more.</summary>
    public void EndObservation()
    {
        Phases.AppFailed = null;
        App.Errors?.EndObservation();
    }

    /// <summary>Lets the users of a scenario end. Called once nothing more is measured.</summary>
    /// <exception cref="LoadTestException">One of them failed, though the run was not cancelled and the app is still there.</exception>
    public async Task EndUsersAsync()
    {
        using var end = new CancellationTokenSource();
        using var soon = Cancellation.Register(() => end.CancelAfter(_atOnce));
        try
        {
            await Choice.Engine.LeaveAsync(Cancellation, end.Token).ConfigureAwait(false);
        }
        catch (LoadTestException)
        {
            // If the app has gone, or the run was cancelled, the result says so.
            if (!Cancellation.IsCancellationRequested && !App.HasStopped && !Process.HasExited && !await HasGoneElsewhereAsync().ConfigureAwait(false))
            {
                throw;
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        await EndUsersAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // something else has failed before
        _watcher.Dispose();
        await Choice.Engine.DisposeAsync().ConfigureAwait(false);
        EndObservation();
        Kit.Dispose();
        _recorders.Dispose();
    }

    // Of an app that is known only by its address: requests failed, and nothing listens there any more.
    private async Task<bool> HasGoneElsewhereAsync()
    {
        if (!App.IsElsewhere || Phases.Failed == 0)
        {
            return false;
        }

        try
        {
            await Reachability.FindAsync(App.Address, Plan.AllowedHost, Options.RequestTimeout, CancellationToken.None).ConfigureAwait(false);
            return false;
        }
        catch (LoadTestException)
        {
            return true;
        }
    }

    // The values of placeholders are learned from the requests that fail.
    private static Secrets SecretsOf(LoadPlan plan, IReadOnlyList<LoadRequest> requests, PreparedRequests prepared)
    {
        var secrets = new Secrets(plan.Options.SecretHeaders);
        secrets.Learn(prepared.Headers.Concat(prepared.ClientHeaders).Append(new("Cookie", prepared.Cookies.HeaderFor("/"))));
        secrets.Learn(
            from header in plan.Headers.Concat(requests.SelectMany(r => r.Headers))
            where !plan.HasPlaceholders || !header.Value.Contains('{', StringComparison.Ordinal)
            select header);
        secrets.Learn(requests.SelectMany(r => r.Checks).OfType<HeaderCheck>().Select(c => c.Header));
        return secrets;
    }
}
