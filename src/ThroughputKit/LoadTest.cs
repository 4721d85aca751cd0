using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Hosting;
using ThroughputKit.Comparison;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Searching;

namespace ThroughputKit;

/// <summary>
/// A load test: what is loaded, what is sent, and how. Immutable: every method returns a new test, and nothing runs
/// before <see cref="RunAsync"/>.
/// </summary>
/// <example>
/// <code>
/// var result = await LoadTest.For&lt;Program&gt;().Get("/hello").RunAsync();
/// Assert.Equal(0, result.Failed);
/// </code>
/// </example>
public sealed class LoadTest
{
    private readonly LoadPlan _plan;

    private LoadTest(LoadPlan plan) => _plan = plan;

    /// <summary>
    /// Gets a test of the kit's own bare Kestrel endpoint, which answers every request with a few bytes: a reference for <see cref="Compare"/>
    /// that means about the same on every machine, which a number of requests per second doesn't.
    /// </summary>
    public static LoadTest BuiltIn { get; } = new(new LoadPlan(new BareTarget()) { Requests = [LoadRequest.Get("/")] });

    /// <summary>An app that the kit starts from its entry point on real Kestrel on a free loopback port, and stops after each run.</summary>
    /// <typeparam name="TEntryPoint">Any public type of the app's assembly.</typeparam>
    /// <param name="configure">Overrides for the app's environment, configuration and services.</param>
    public static LoadTest For<TEntryPoint>(Action<AppOptions>? configure = null)
        where TEntryPoint : class
    {
        var options = new AppOptions();
        configure?.Invoke(options);
        return new LoadTest(new LoadPlan(new CreatedAppTarget<TEntryPoint>(() => options)));
    }

    /// <summary>
    /// An app behind a factory of the caller's. A factory that hasn't started is started on Kestrel on a free loopback
    /// port, with the options of an earlier <c>UseKestrel</c> replaced; one that has started on Kestrel is loaded as it
    /// is. It is never disposed.
    /// </summary>
    /// <typeparam name="TEntryPoint">The factory's type of the app's assembly.</typeparam>
    /// <param name="factory">The factory.</param>
    public static LoadTest For<TEntryPoint>(WebApplicationFactory<TEntryPoint> factory)
        where TEntryPoint : class
    {
        ArgumentNullException.ThrowIfNull(factory);
        return new LoadTest(new LoadPlan(new FactoryTarget<TEntryPoint>(factory)));
    }

    /// <summary>A host of the caller's, such as a <c>WebApplication</c>: started if it isn't running, never stopped or disposed.</summary>
    /// <param name="host">The host.</param>
    public static LoadTest For(IHost host)
    {
        ArgumentNullException.ThrowIfNull(host);
        return new LoadTest(new LoadPlan(new HostTarget(host)));
    }

    /// <summary>An app that one host keeps running for many tests. It starts with the first of them, and stops with the host.</summary>
    /// <typeparam name="TEntryPoint">The host's type of the app's assembly.</typeparam>
    /// <param name="host">The host.</param>
    public static LoadTest For<TEntryPoint>(ThroughputHost<TEntryPoint> host)
        where TEntryPoint : class
    {
        ArgumentNullException.ThrowIfNull(host);
        return new LoadTest(new LoadPlan(host.Target));
    }

    /// <summary>
    /// A published app, or the output of a build, that the kit starts in a process of its own on a free loopback port, and stops
    /// after each run. Its memory and processor time are its own, read within it by a start-up hook, to the same exactness as in
    /// this process. It never outlives the test's process.
    /// </summary>
    /// <param name="folder">The folder. A relative path begins at the current directory.</param>
    /// <param name="configure">The app's environment, configuration, arguments and runtime settings.</param>
    public static LoadTest ForPublished(string folder, Action<PublishedAppOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(folder);
        var options = new PublishedAppOptions();
        configure?.Invoke(options);
        return new LoadTest(new LoadPlan(new PublishedAppTarget(folder, options)));
    }

    /// <summary>An app that listens already, in another process. Only loopback addresses, unless <see cref="AllowHost"/> names the host.</summary>
    /// <param name="address">Scheme, host and port, such as <c>http://localhost:5000</c>.</param>
    public static LoadTest Against(Uri address)
    {
        ArgumentNullException.ThrowIfNull(address);
        return new LoadTest(new LoadPlan(new UriTarget(address)));
    }

    /// <inheritdoc cref="Against(Uri)"/>
    public static LoadTest Against(string address)
    {
        ArgumentNullException.ThrowIfNull(address);
        return new LoadTest(new LoadPlan(new UriTarget(address)));
    }

    /// <summary>Begins an experiment: variants that are compared in interleaved rounds.</summary>
    public static LoadExperiment Experiment() => LoadExperiment.Empty;

    /// <summary>Begins a comparison of a candidate with a reference. Both are closed loops; everything else of the tests counts, such as connections and warm-up.</summary>
    /// <param name="reference">What the candidate is compared with.</param>
    /// <param name="candidate">What is judged.</param>
    public static LoadComparison Compare(LoadTest reference, LoadTest candidate)
    {
        ArgumentNullException.ThrowIfNull(reference);
        ArgumentNullException.ThrowIfNull(candidate);
        return new LoadComparison(new ComparisonPlan(reference._plan, candidate._plan));
    }

    /// <summary>Sends GET requests. Several requests in one test are sent in turn.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Get(string path) => Send(LoadRequest.Get(path));

    /// <summary>Sends HEAD requests.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Head(string path) => Send(LoadRequest.Head(path));

    /// <summary>Sends DELETE requests.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    public LoadTest Delete(string path) => Send(LoadRequest.Delete(path));

    /// <summary>Sends POST requests with an object as JSON, written once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PostJson<T>(string path, T body) => Send(LoadRequest.Post(path).WithJson(body));

    /// <summary>Sends POST requests with an object as JSON, written once with source-generated metadata.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    /// <param name="typeInfo">The metadata of the type.</param>
    public LoadTest PostJson<T>(string path, T body, JsonTypeInfo<T> typeInfo) =>
        Send(LoadRequest.Post(path).WithJson(body, typeInfo));

    /// <summary>Sends POST requests with JSON text, as it is.</summary>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="json">The JSON text.</param>
    public LoadTest PostJsonText(string path, string json) => Send(LoadRequest.Post(path).WithJsonText(json));

    /// <summary>Sends PUT requests with an object as JSON, written once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PutJson<T>(string path, T body) => Send(LoadRequest.Put(path).WithJson(body));

    /// <summary>Sends PATCH requests with an object as JSON, written once with web defaults (camelCase).</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="path">The path and query, beginning with a slash.</param>
    /// <param name="body">The object.</param>
    public LoadTest PatchJson<T>(string path, T body) => Send(LoadRequest.Patch(path).WithJson(body));

    /// <summary>Sends any request. Several requests in one test are sent in turn.</summary>
    /// <param name="request">The request.</param>
    public LoadTest Send(LoadRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        return new LoadTest(_plan with { Requests = [.. _plan.Requests, request] });
    }

    /// <summary>The same test with a name, which stands for it in results, tables and messages: "main" and "pull request", say, where two builds are compared.</summary>
    /// <param name="name">The name. Allowed: one that is not blank, without line breaks and other control characters.</param>
    public LoadTest Named(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new LoadTest(_plan with { Name = name });
    }

    /// <summary>
    /// Sends requests at a constant rate (an open loop), whatever the responses take: a request is sent when it is due, on any
    /// connection that is free, and its latency counts from then.
    /// </summary>
    /// <param name="requestsPerSecond">Requests a second, for the <see cref="LoadOptions.Duration"/> of the test. Allowed: above zero, at most 10,000,000.</param>
    public LoadTest AtRate(double requestsPerSecond) => AtRate(LoadRate.From(requestsPerSecond));

    /// <summary>Sends requests at a rate that changes with time (an open loop). Its length is the duration of the test.</summary>
    /// <param name="rate">The rate. One without any stretch holds its value for the <see cref="LoadOptions.Duration"/> of the test.</param>
    public LoadTest AtRate(LoadRate rate)
    {
        ArgumentNullException.ThrowIfNull(rate);
        return new LoadTest(_plan with { Rate = rate });
    }

    /// <summary>Adds a header to every request that has none of that name itself.</summary>
    /// <param name="name">The name of the header.</param>
    /// <param name="value">The value of the header, in printable ASCII.</param>
    public LoadTest WithHeader(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        return new LoadTest(_plan with { Headers = [.. _plan.Headers, new(name, value)] });
    }

    /// <summary>Runs once before the load, once the app has started: signs in, seeds data. Requests then carry the cookies that the app has set.</summary>
    /// <param name="prepare">The work; the client's base address is the app's.</param>
    public LoadTest Prepare(Func<HttpClient, CancellationToken, Task> prepare)
    {
        ArgumentNullException.ThrowIfNull(prepare);
        return Prepare(async (client, cancellationToken) =>
        {
            await prepare(client, cancellationToken).ConfigureAwait(false);
            return (IEnumerable<KeyValuePair<string, string>>)[];
        });
    }

    /// <summary>Runs once before the load, once the app has started, and returns headers that every request then carries, such as a token. Cookies that the app sets go with them by themselves.</summary>
    /// <param name="prepare">The work; the client's base address is the app's.</param>
    public LoadTest Prepare(Func<HttpClient, CancellationToken, Task<IEnumerable<KeyValuePair<string, string>>>> prepare)
    {
        ArgumentNullException.ThrowIfNull(prepare);
        return new LoadTest(_plan with { Preparations = [.. _plan.Preparations, (client, _, cancellationToken) => prepare(client, cancellationToken)] });
    }

    /// <summary>Changes options.</summary>
    /// <param name="configure">Changes a copy of the test's options.</param>
    public LoadTest With(Action<LoadOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(configure);
        var options = _plan.Options.Clone();
        configure(options);
        return new LoadTest(_plan with { Options = options.Clone() }); // what the caller keeps of it changes nothing later
    }

    /// <summary>
    /// Allows one host that is not on this machine to be loaded. Load can harm what it is sent to: name only what is yours.
    /// </summary>
    /// <param name="host">The host, exactly as in the address.</param>
    public LoadTest AllowHost(string host)
    {
        ArgumentNullException.ThrowIfNull(host);
        return new LoadTest(_plan with { AllowedHost = host });
    }

    /// <summary>Starts the app if it must be, makes the load, and stops what it has started.</summary>
    /// <param name="cancellationToken">
    /// Ends the run. While the load is measured, the result is a partial one that says so; before that there is nothing
    /// to report, and the call is cancelled.
    /// </param>
    /// <returns>What was measured.</returns>
    /// <exception cref="LoadTestException">The test is wrong, or the app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled before the load was measured.</exception>
    public Task<LoadResult> RunAsync(CancellationToken cancellationToken = default)
    {
        PlanRules.ThrowIfWrong(_plan);
        return ResultScope.Current is { } scope
            ? scope.RunAsync(token => BeginAsync(t => Attempts.RunAsync(scope.Adjust(_plan), scope.Gates, scope.HasTimeFor, t), token), cancellationToken)
            : BeginAsync(token => LoadRun.RunAsync(_plan, token), cancellationToken);
    }

    /// <summary>
    /// Finds the highest constant rate at which 99% of the requests are answered within a limit, counted from when they were due,
    /// so that what waits counts too. The app is measured once without a set rate, and then at set rates that close in on the
    /// answer to 5%. An app that the kit starts is kept for all steps.
    /// </summary>
    /// <remarks>
    /// A rate holds when p99 is within the limit, nothing failed, and at most 1% of the requests were never sent; one that doesn't is tried
    /// once more. The first run warms up as the test says. Each step takes the <see cref="LoadOptions.Duration"/> of the test, and about a
    /// second and a half beside it. Mostly there are about ten, which take a minute and a half with the default duration; there are at most
    /// 22, which take less than three.
    /// </remarks>
    /// <param name="maxP99Ms">The limit in milliseconds. Allowed: above zero, at most the <see cref="LoadOptions.Timeout"/> of the test.</param>
    /// <param name="cancellationToken">Ends the search; there is no result then.</param>
    /// <returns>The rate, zero if none held, and every step.</returns>
    /// <exception cref="LoadTestException">
    /// The test or the limit is wrong, a rate or a number of requests is set, or the app could not be started or reached, or stopped
    /// before the search was over; then it holds the steps until there. Nothing is left running.
    /// </exception>
    /// <exception cref="OperationCanceledException">The search was cancelled.</exception>
    public Task<MaxRateResult> FindMaxRateAsync(double maxP99Ms, CancellationToken cancellationToken = default)
    {
        MaxRateRules.ThrowIfWrong(_plan, maxP99Ms);
        return ResultScope.Current is { } scope ? WithinAsync(scope) : FindAsync(cancellationToken);

        Task<MaxRateResult> FindAsync(CancellationToken token) => BeginAsync(t => MaxRateRun.RunAsync(_plan, maxP99Ms, t), token);

        // Steps go beyond the limit on purpose: a test's gates judge the one that the rate is of.
        async Task<MaxRateResult> WithinAsync(ResultScope of)
        {
            MaxRateResult? found = null;
            await of.RunAsync(async token => (found = await FindAsync(token).ConfigureAwait(false)).Decisive, cancellationToken).ConfigureAwait(false);
            return found!;
        }
    }

    /// <summary>The same test, whose app, if it goes on from run to run, is prepared for the first of them only.</summary>
    internal LoadTest PreparedOncePerApp() => new(_plan.PreparedOncePerApp());

    /// <summary>Finds what can be known to be wrong before it is run.</summary>
    internal IEnumerable<Problem> Check() => PlanRules.Check(_plan);

    // Away from the caller's synchronization context, which test frameworks narrow to few threads.
    private static Task<T> BeginAsync<T>(Func<CancellationToken, Task<T>> run, CancellationToken cancellationToken) => Task.Run(
        () => CancellationRelay.RunAsync(run, cancellationToken), cancellationToken);
}
