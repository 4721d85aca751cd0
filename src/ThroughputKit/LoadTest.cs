using System.Runtime.CompilerServices;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Searching;

namespace ThroughputKit;

/// <summary>
/// A load test: the target, the requests and the options. Immutable: every method returns a new test. Nothing runs before
/// <see cref="RunAsync(CancellationToken)"/>.
/// </summary>
/// <remarks>
/// Nothing is checked before the run, which reports every mistake in one exception. To set the same twice is a mistake, unless a method says that it adds.
/// </remarks>
/// <example>
/// <code>
/// var result = await LoadTest.For&lt;Program&gt;().Get("/hello").RunAsync();
/// Assert.Equal(0, result.Failed);
/// </code>
/// </example>
public sealed partial class LoadTest
{
    private readonly LoadPlan _plan;

    private LoadTest(LoadPlan plan) => _plan = plan.Requests.Any(r => r.IsGrpc) ? plan.WithGrpc() : plan;

    /// <summary>Begins an experiment, which measures several variants in turns.</summary>
    public static LoadExperiment Experiment() => LoadExperiment.Empty;

    /// <summary>
    /// Begins a comparison of this test, which is judged, with a reference. Both run as closed loops. All other settings of the tests apply, such as
    /// connections and warm-up.
    /// </summary>
    /// <param name="reference">The test that this one is compared with.</param>
    public LoadComparison ComparedWith(LoadTest reference) => new(new ComparisonPlan(reference.NotNull()._plan, _plan));

    /// <summary>Returns the same test with a name for results, tables and messages, for example "main" and "pull request" when comparing two builds.</summary>
    /// <param name="name">The name. Allowed: not blank, without line breaks and other control characters.</param>
    public LoadTest Named(string name) => Once(_plan with { Name = name.NotNull() });

    /// <summary>
    /// Sends requests at a constant rate (an open loop), however long the responses take. A request is sent when it is due, on any free connection, and its
    /// latency counts from then. Of a chain, passes begin at the rate, each with any free user, and the latency of their first request counts from then.
    /// </summary>
    /// <param name="requestsPerSecond">
    /// Requests, passes of a chain, or iterations of a scenario, per second, for the <see cref="LoadOptions.Duration"/> of the test. Allowed: above zero, at
    /// most 10,000,000.
    /// </param>
    public LoadTest AtRate(double requestsPerSecond) => AtRate(LoadRate.From(requestsPerSecond));

    /// <summary>Sends requests at a rate that changes over time (an open loop). The length of the rate is the duration of the test.</summary>
    /// <param name="rate">The rate. A rate without segments holds its value for the <see cref="LoadOptions.Duration"/> of the test.</param>
    public LoadTest AtRate(LoadRate rate) => Once(_plan with { Rate = rate.NotNull() });

    /// <summary>
    /// Adds a header to every request that doesn't have one of that name. A second one of the same name is sent beside the first.
    /// </summary>
    /// <param name="name">The name of the header.</param>
    /// <param name="value">The value of the header, in printable ASCII.</param>
    public LoadTest WithHeader(string name, string value) =>
        new(_plan with { Headers = [.. _plan.Headers, new(name.NotNull(), value.NotNull())] });

    /// <summary>
    /// Adds a preparation, which runs once before the load, after the app has started, for example to sign in or to seed data. Requests then carry the
    /// cookies that the app has set, and the <see cref="HttpClient.DefaultRequestHeaders"/> that the preparation has set on its client. Several run in turn.
    /// </summary>
    /// <param name="prepare">
    /// The preparation; the client's base address is the app's, and it sends the headers of the test, but for those with placeholders of data.
    /// </param>
    public LoadTest Prepare(Func<HttpClient, CancellationToken, Task> prepare)
    {
        ArgumentNullException.ThrowIfNull(prepare);
        return new LoadTest(_plan with { Preparations = [.. _plan.Preparations, RunAsync] });

        async Task<IEnumerable<KeyValuePair<string, string>>> RunAsync(HttpClient client, CancellationToken cancellationToken)
        {
            var task = prepare(client, cancellationToken);
            await task.ConfigureAwait(false);
            return PreparationResult.Headers(task);
        }
    }

    /// <summary>
    /// Adds a preparation, as <see cref="Prepare(Func{HttpClient, CancellationToken, Task})"/> does. It returns headers that every request then carries, such
    /// as a token.
    /// </summary>
    /// <param name="prepare">
    /// The preparation; the client's base address is the app's, and it sends the headers of the test, but for those with placeholders of data.
    /// </param>
    public LoadTest Prepare(Func<HttpClient, CancellationToken, Task<IEnumerable<KeyValuePair<string, string>>>> prepare) =>
        Prepare((Func<HttpClient, CancellationToken, Task>)prepare);

    /// <inheritdoc cref="Prepare(Func{HttpClient, CancellationToken, Task{IEnumerable{KeyValuePair{string, string}}}})"/>
    /// <typeparam name="THeaders">
    /// The type of the headers: a <see cref="Dictionary{TKey, TValue}"/> of strings, or any other sequence of pairs of strings. An
    /// <see cref="HttpResponseMessage"/> counts as nothing. Any other type is a mistake.
    /// </typeparam>
    public LoadTest Prepare<THeaders>(Func<HttpClient, CancellationToken, Task<THeaders>> prepare)
    {
        var plan = Prepare((Func<HttpClient, CancellationToken, Task>)prepare)._plan;
        return new LoadTest(plan with { PreparedTypes = [.. plan.PreparedTypes, typeof(THeaders)] });
    }

    /// <summary>Changes the options. It may be called again: each call changes what it names, and keeps the rest.</summary>
    /// <param name="configure">Changes a copy of the test's options.</param>
    public LoadTest With(Action<LoadOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(configure);
        var options = _plan.Options.Clone();
        configure(options);
        return new LoadTest(_plan.With(options.Clone())); // later changes by the caller have no effect
    }

    /// <summary>Allows load on one host that is not on this machine. Load can harm its target: name only hosts that are yours.</summary>
    /// <param name="host">The host, exactly as in the address.</param>
    public LoadTest AllowHost(string host) => Once(_plan with { AllowedHost = host.NotNull() });

    /// <summary>
    /// Sets the limits to judge. The run then measures what they need: allocated bytes in separate windows, and up to three attempts if timing is close to
    /// a limit. <see cref="LoadResult.Gates"/> has the outcomes, and <see cref="Verification.Verify(LoadResult, InconclusivePolicy)"/> throws if one failed.
    /// </summary>
    /// <param name="gates">The limits. With no limit on failures, any failed request fails.</param>
    public LoadTest Within(LoadGates gates) => Once(_plan with { Gates = gates.NotNull() with { Endpoints = Gates?.Endpoints ?? [] } });

    /// <summary>
    /// Sets limits for one request of a mix, or for one step of a scenario, beside those of the whole test. Possible are those on throughput, latency and
    /// failures, and on the allocated bytes of a request, which is then also sent alone after the window; the others are known only of all requests together.
    /// </summary>
    /// <param name="request">The name of the request: see <see cref="LoadRequest.Named"/>. Or that of the step.</param>
    /// <param name="gates">The limits, beside those of other requests.</param>
    public LoadTest Within(string request, LoadGates gates)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(gates);
        var before = Gates ?? new();
        return new LoadTest(_plan with { Gates = before with { Endpoints = [.. before.Endpoints, new(request, gates)] } });
    }

    /// <summary>Starts the app if necessary, makes the load, and stops everything that it has started.</summary>
    /// <param name="cancellationToken">
    /// Cancels the run. While the load is measured, the result is a partial one and is marked as cancelled; before that there is nothing to report, and the
    /// call is cancelled.
    /// </param>
    /// <returns>The result of the run or, with gates, of the last attempt.</returns>
    /// <exception cref="LoadTestException">The test is invalid, or the app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled before the load was measured.</exception>
    public Task<LoadResult> RunAsync(CancellationToken cancellationToken = default) => RunWithAsync(progress: null, cancellationToken);

    /// <summary>Runs the test as <see cref="RunAsync(CancellationToken)"/> does, and reports what it is doing.</summary>
    /// <param name="progress">
    /// Receives a report whenever something else begins, and about once a second while the load is measured. It must return soon. What it allocates, and what
    /// it writes to <see cref="Console.Out"/>, counts as the app's if that runs in this process, but not in the bytes that a gate judges.
    /// </param>
    /// <param name="cancellationToken">Cancels the run, as it does there.</param>
    /// <returns>The result of the run or, with gates, of the last attempt.</returns>
    /// <exception cref="LoadTestException">The test is invalid, or the app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled before the load was measured.</exception>
    public Task<LoadResult> RunAsync(IProgress<LoadProgress> progress, CancellationToken cancellationToken = default) =>
        RunWithAsync(progress.NotNull(), cancellationToken);

    /// <summary>
    /// Finds the highest constant rate at which 99% of the requests are answered within a limit. Latency counts from the time a request was due, so waiting
    /// counts too. The app is first measured without a set rate, and then at set rates that narrow the answer down to 5%. An app that the kit starts is
    /// kept for all steps.
    /// </summary>
    /// <remarks>
    /// A rate holds if p99 is within the limit, nothing failed, and at most 1% of the requests were never sent. A rate that doesn't hold is tried once
    /// more. The first run warms up as set in the test. Each step takes the <see cref="LoadOptions.Duration"/> of the test plus about a second and a half.
    /// There are usually about ten steps, which take a minute and a half with the default duration, and at most 22, which take less than three minutes.
    /// </remarks>
    /// <param name="maxP99">The limit. Allowed: above zero, at most the <see cref="LoadOptions.RequestTimeout"/> of the test.</param>
    /// <param name="cancellationToken">Cancels the search; there is no result then.</param>
    /// <returns>The rate, or zero if none held, and every step.</returns>
    /// <exception cref="LoadTestException">
    /// The test or the limit is invalid, a rate or a number of requests is set, or the app could not be started or reached, or stopped before the search
    /// was over; the exception then has the steps so far. Nothing is left running.
    /// </exception>
    /// <exception cref="OperationCanceledException">The search was cancelled.</exception>
    public Task<MaxRateResult> FindMaxRateAsync(TimeSpan maxP99, CancellationToken cancellationToken = default) =>
        FindMaxRateWithAsync(maxP99, progress: null, cancellationToken);

    /// <summary>Searches as <see cref="FindMaxRateAsync(TimeSpan, CancellationToken)"/> does, and reports what it is doing.</summary>
    /// <param name="maxP99">The limit, as there.</param>
    /// <param name="progress">Receives the reports, as for <see cref="RunAsync(IProgress{LoadProgress}, CancellationToken)"/>.</param>
    /// <param name="cancellationToken">Cancels the search; there is no result then.</param>
    /// <returns>The rate, or zero if none held, and every step.</returns>
    /// <exception cref="LoadTestException">As there. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The search was cancelled.</exception>
    public Task<MaxRateResult> FindMaxRateAsync(TimeSpan maxP99, IProgress<LoadProgress> progress, CancellationToken cancellationToken = default) =>
        FindMaxRateWithAsync(maxP99, progress.NotNull(), cancellationToken);

    /// <summary>Gets the limits that are set on the test itself; <see langword="null"/> if there are none.</summary>
    internal LoadGates? Gates => _plan.Gates;

    /// <summary>Gets the test's settings.</summary>
    internal LoadPlan Plan => _plan;

    /// <summary>Runs the test and judges it, in as many attempts as it takes.</summary>
    /// <param name="gates">The gates, which are valid.</param>
    /// <param name="hasTimeFor">Whether there is time for one more attempt as long as the last.</param>
    /// <param name="progress">Receives what is being done; <see langword="null"/> for nothing.</param>
    /// <param name="cancellationToken">Cancels the run.</param>
    internal Task<Verdict> JudgeAsync(LoadGates gates, Func<TimeSpan, bool> hasTimeFor, IProgress<LoadProgress>? progress, CancellationToken cancellationToken)
    {
        LoadTestException.ThrowIfAny([.. PlanRules.Check(_plan), .. CheckForPlan(gates)]);
        return Detached.RunAsync(progress, run => Attempts.RunAsync(_plan with { Gates = gates }, hasTimeFor, run), cancellationToken);
    }

    /// <summary>
    /// Returns a test that lasts this many times as long, up to 24 hours, unless its length is a number of requests, or that of its rate or its users.
    /// </summary>
    internal LoadTest Lengthened(double factor) =>
        factor == 1 || _plan.Resolved().Options.Requests is not null || _plan.Rate is { Segments.Count: > 0 } || _plan.Users is not null
        ? this
        : With(o => o.Duration = TimeSpan.FromHours(Math.Min(24, o.DurationOrDefault.TotalHours * factor)));

    /// <summary>Returns the same test without gates, for a comparison, which has gates of its own.</summary>
    internal LoadTest WithoutGates() => new(_plan with { Gates = null });

    /// <summary>Returns the same test for a baseline.</summary>
    /// <param name="maxAllocatedBytes">The maximum number of allocated bytes per request; <see langword="null"/> if there is no baseline.</param>
    /// <param name="hasCounts">Whether it has counts of what the app does for a request.</param>
    /// <param name="isApproving">Whether the result is to be approved, together with its allocated types.</param>
    internal LoadTest ForBaseline(double? maxAllocatedBytes, bool hasCounts, bool isApproving) =>
        new((hasCounts || isApproving ? _plan.CountingWork() : _plan) with { MaxBaselineBytes = maxAllocatedBytes, SamplesTypes = isApproving });

    /// <summary>Returns the same test. If its app keeps running from run to run, it is prepared only for the first.</summary>
    internal LoadTest PreparedOncePerApp() => new(_plan.PreparedOncePerApp());

    /// <summary>Finds problems that can be found before the run.</summary>
    internal IEnumerable<Problem> Check() =>
        [.. PlanRules.Check(_plan), .. GateRules.Check(Gates ?? new()), .. CheckForPlan(Gates)];

    private static LoadTest Once(LoadPlan plan, [CallerMemberName] string name = "") => new(plan with { Set = [.. plan.Set, name] });

    private Task<LoadResult> RunWithAsync(IProgress<LoadProgress>? progress, CancellationToken cancellationToken)
    {
        LoadTestException.ThrowIfAny([.. Check()]);
        return Gates is { } gates ? WithinAsync(gates) : Detached.RunAsync(progress, run => LoadRun.RunAsync(_plan, run), cancellationToken);

        async Task<LoadResult> WithinAsync(LoadGates limits) =>
            (await JudgeAsync(limits, _ => true, progress, cancellationToken).ConfigureAwait(false)).ToResult(limits);
    }

    private Task<MaxRateResult> FindMaxRateWithAsync(TimeSpan maxP99, IProgress<LoadProgress>? progress, CancellationToken cancellationToken)
    {
        MaxRateRules.ThrowIfWrong(_plan, maxP99);
        return Detached.RunAsync(progress, run => MaxRateRun.RunAsync(_plan, maxP99, run), cancellationToken);
    }

    private IEnumerable<Problem> CheckForPlan(LoadGates? gates) =>
    [
        .. GateRules.CheckFor(gates, _plan),
        .. _plan.Kind.MembersAreRequests ? EndpointRules.CheckNames(gates, _plan.Requests) : [],
        .. ClientGateRules.Check(gates, _plan),
        .. AloneRules.Check(gates, _plan),
    ];
}
