using ThroughputKit.Recording;
using ThroughputKit.Reporting;
using ThroughputKit.Reports;
using ThroughputKit.Traffic;

namespace ThroughputKit;

/// <summary>The result of one run. Always <see cref="Sent"/> = <see cref="Succeeded"/> + <see cref="Failed"/> + <see cref="InFlightAtEnd"/>.</summary>
public sealed record LoadResult
{
    internal LoadResult()
    {
    }

    /// <summary>
    /// Gets the name of the test: its own name if it has one, otherwise its requests, such as <c>GET /orders</c>, or its scenarios; of many, the first few and
    /// how many more.
    /// </summary>
    public string Name
    {
        get => field ?? EndpointList.Heading(Endpoints);
        init;
    }

    /// <summary>Gets the length of the window: from its start to its planned end, or to the last response of a fixed number of requests.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Gets the number of connections, or users of a scenario.</summary>
    public required int Connections { get; init; }

    /// <summary>Gets the version of HTTP; <see langword="null"/> for HTTP/1.1.</summary>
    public LoadProtocol? Protocol { get; init; }

    /// <summary>Gets the number of streams of each connection, with one request in flight each; <see langword="null"/> over HTTP/1.1.</summary>
    public int? StreamsPerConnection { get; init; }

    /// <summary>Gets how many requests were in flight at a time.</summary>
    internal long InFlight => (long)Connections * (StreamsPerConnection ?? 1);

    /// <summary>
    /// Gets the number of planned requests, or iterations of a scenario; <see langword="null"/> for a fixed duration. Of a chain with a row for each pass, a
    /// pass that fails sends fewer.
    /// </summary>
    public required long? RequestsPlanned { get; init; }

    /// <summary>Gets the number of planned passes of a chain, if each takes a row that no other takes; otherwise <see langword="null"/>.</summary>
    internal long? PassesPlanned { get; init; }

    /// <summary>Gets whether the run was cancelled, so that the figures cover only part of it.</summary>
    public required bool WasCancelled { get; init; }

    /// <summary>Gets whether another run in this process made load at the same time, so that each run also measured the other.</summary>
    public required bool OverlappedAnotherRun { get; init; }

    /// <summary>Gets the number of requests begun within the window, including those for which no connection could be opened.</summary>
    public required long Sent { get; init; }

    /// <summary>Gets the number of requests that succeeded within the window.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets the number of requests that failed, in the window or while draining.</summary>
    public required long Failed { get; init; }

    /// <summary>
    /// Gets the number of requests in flight at the window's end that succeeded while draining; on cancellation, the number of requests given up.
    /// </summary>
    public required long InFlightAtEnd { get; init; }

    /// <summary>Gets the number of successful requests per second of the window. Error pages are not throughput.</summary>
    public required double Rps { get; init; }

    /// <summary>Gets the number of complete responses per second of the window, whatever their status.</summary>
    public required double CompletedPerSecond { get; init; }

    /// <summary>Gets the failures by kind, with examples.</summary>
    public required FailureFigures Failures { get; init; }

    /// <summary>Gets the number of complete responses for each status.</summary>
    public required IReadOnlyDictionary<int, long> Statuses { get; init; }

    /// <summary>Gets the latency of successful requests, including the waits of requests that were never answered.</summary>
    public required LatencyFigures Latency { get; init; }

    /// <summary>Gets the effect of the window on memory.</summary>
    public required MemoryFigures Memory { get; init; }

    /// <summary>
    /// Gets what the app does for a request: database commands, outgoing requests, exceptions. <see langword="null"/> if no gate needs it, and it wasn't asked
    /// for with <see cref="LoadOptions.CountsWork"/>.
    /// </summary>
    public CountFigures? Counts { get; init; }

    /// <summary>Gets the processor time.</summary>
    public required CpuFigures Cpu { get; init; }

    /// <summary>Gets the activity of the whole machine.</summary>
    public MachineFigures Machine { get; init; } = MachineFigures.NotAvailable;

    /// <summary>Gets how well a set rate was kept; <see langword="null"/> if there was no set rate.</summary>
    public PacingFigures? Pacing { get; init; }

    /// <summary>Gets how well the pauses of virtual users were kept; <see langword="null"/> if they have none.</summary>
    public PauseFigures? Pauses { get; init; }

    /// <summary>Gets the cost of making the load.</summary>
    public required GeneratorFigures Generator { get; init; }

    /// <summary>Gets the time the app took to start and respond.</summary>
    public required StartupFigures Startup { get; init; }

    /// <summary>Gets the duration and outcome of the warm-up.</summary>
    public required WarmUpFigures WarmUp { get; init; }

    /// <summary>Gets the number of bytes written for requests; zero for <see cref="LoadEngine.Client"/>, of which it isn't known.</summary>
    public required long BytesSent { get; init; }

    /// <summary>Gets the number of bytes read from responses, including heads; zero for <see cref="LoadEngine.Client"/>, of which it isn't known.</summary>
    public required long BytesReceived { get; init; }

    /// <summary>Gets the number of connections opened within the window; zero if connections are kept open.</summary>
    public required long ConnectionsOpened { get; init; }

    /// <summary>
    /// Gets the durations of the TLS handshakes of all connections that the load has opened: mostly in the warm-up, before the window.
    /// <see langword="null"/> for plain HTTP, and for a scenario, of which they aren't known.
    /// </summary>
    public LatencyFigures? Handshakes { get; init; }

    /// <summary>Gets the figures of each request of the test, or of each step of its scenarios in the order of their first use.</summary>
    public required IReadOnlyList<EndpointFigures> Endpoints { get; init; }

    /// <summary>Gets the window in intervals of equal length: 10 ms, doubled until at most 512 cover the run.</summary>
    public required IReadOnlyList<LoadInterval> Intervals { get; init; }

    /// <summary>Gets the environment in which the result was measured.</summary>
    public required EnvironmentFigures Environment { get; init; }

    /// <summary>Gets the outcome of each gate; empty if none were set with <see cref="LoadTest.Within(LoadGates)"/>.</summary>
    public IReadOnlyList<GateOutcome> Gates { get; init; } = [];

    /// <summary>
    /// Gets the overall verdict: failed if a gate failed, passed if all passed, otherwise inconclusive; <see langword="null"/> if no gates were set.
    /// </summary>
    public GateVerdict? Verdict => Gates.Count == 0 ? null : GateOutcome.Overall(Gates);

    /// <summary>Gets the limits of the gates; <see langword="null"/> if there are none.</summary>
    internal LoadGates? Limits { get; init; }

    /// <summary>Gets the number of connections that sent requests and got no response to any.</summary>
    internal int UnservedConnections { get; init; }

    /// <summary>Gets the origin of the app, if it distinguishes the app from others: a folder or an address.</summary>
    internal string? Origin { get; init; }

    /// <summary>Gets whether memory and processor time are those of the app alone, in a process of its own.</summary>
    internal bool IsAppAlone { get; init; }

    /// <summary>Gets whether the app's own process ended before the run did.</summary>
    internal bool HasAppExited { get; init; }

    /// <summary>
    /// Gets which question the app's own process did not answer in time, though it was alive: the time waited and the purpose. <see langword="null"/> if it
    /// answered everything.
    /// </summary>
    internal string? UnansweredCommand { get; init; }

    /// <summary>Gets how the time of the run was spent; <see langword="null"/> for a result that was not just measured.</summary>
    internal RunTimes? Times { get; init; }

    /// <summary>Gets the window in parts. The differences between them show how precisely the whole is known.</summary>
    internal IReadOnlyList<Batch> Batches { get; init; } = [];

    /// <summary>
    /// Gets the results that were merged to this one, from the lowest throughput to the highest; empty for a single run. They show how the runs differ, so this
    /// one is judged and compared by them.
    /// </summary>
    public IReadOnlyList<LoadResult> Runs { get; init; } = [];

    /// <summary>Gets the results of earlier attempts, which did not settle every gate; empty if this was the first.</summary>
    internal IReadOnlyList<LoadResult> EarlierAttempts { get; init; } = [];

    /// <summary>Gets the results of all attempts, this one last.</summary>
    internal IEnumerable<LoadResult> Attempts => EarlierAttempts.Append(this);

    /// <summary>Gets whether the requests were a chain.</summary>
    internal bool IsChain { get; init; }

    /// <summary>Gets the settings of the run; <see langword="null"/> for a result that was not just measured.</summary>
    internal RunSettings? Settings { get; init; }

    /// <summary>Gets the number of iterations of all scenarios that were begun; <see langword="null"/> if there is no scenario.</summary>
    public long? Iterations { get; init; }

    /// <summary>
    /// Gets the number of iterations of all scenarios that ended by themselves, well or not, rather than with the load; zero if there is no scenario.
    /// </summary>
    public long IterationsEnded { get; init; }

    /// <summary>
    /// Gets the number of iterations of all scenarios that ended within the window, per second of it; of a fixed number of iterations, per second until the
    /// last of them ended. <see langword="null"/> if there is no scenario.
    /// </summary>
    public double? IterationsPerSecond { get; init; }

    /// <summary>Gets the iterations of each scenario, in the order of the test; <see langword="null"/> unless it has several.</summary>
    public IReadOnlyList<ScenarioFigures>? Scenarios { get; init; }

    /// <summary>Gets the name of the only scenario; <see langword="null"/> if there are several, or none.</summary>
    internal string? OnlyScenario { get; init; }


    /// <summary>Gets the kind of load.</summary>
    internal LoadKind Kind => LoadKind.Of(Iterations is not null, IsChain);

    /// <summary>Gets the findings for the result, the most severe first.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>
    /// Returns the result as JSON: every public figure in camel case, times in seconds, with the version of the format (<c>schema</c>) and of the kit.
    /// Unknown figures are left out. <see cref="FromJson"/> reads it.
    /// </summary>
    public string ToJson() => ResultJson.Write(new() { Result = this });

    /// <summary>
    /// Returns the result that <see cref="ToJson"/> has written. It can be shown, and judged as it could be then: by the gates of its test with
    /// <see cref="Verification.Verify(LoadResult, InconclusivePolicy)"/>, or with <see cref="Verification.VerifyAsIs(LoadResult, LoadGates)"/>. It can't be
    /// compared with a baseline, because the settings of its test aren't in it.
    /// </summary>
    /// <param name="json">The JSON.</param>
    /// <exception cref="FormatException">It is not a whole result, or was written by a version with another format.</exception>
    public static LoadResult FromJson(string json) => ResultJson.Read<LoadResult>(json);

    /// <summary>
    /// Writes the result to a file, in the format of its extension: <c>.html</c>, <c>.md</c> (GitHub's Markdown), <c>.xml</c> (JUnit), <c>.csv</c>, or
    /// <c>.json</c> as <see cref="ToJson"/> returns it. A file that exists is replaced, its folder is created, and no reader sees half of it.
    /// </summary>
    /// <param name="path">The path of the file. With <c>.csv</c>, the intervals of a window go to a second one, <c>.intervals.csv</c>.</param>
    /// <param name="cancellationToken">Cancels the writing.</param>
    /// <exception cref="ArgumentException">The extension is none of these.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be written.</exception>
    public Task WriteReportAsync(string path, CancellationToken cancellationToken = default) =>
        ReportFile.WriteAsync(RunReport.Of(this), ToJson(), path, cancellationToken);

    /// <summary>
    /// Returns one result of several runs of the same test, one after the other on one machine. Counts, latencies and bytes add exactly, in any order and
    /// grouping; <see cref="Rps"/> is all successes divided by the time of all windows. Allocated and retained bytes measured for a
    /// gate are those of the run with the most, and times to start those of the slowest start. It has no intervals and no outcomes of gates, but its
    /// <see cref="Runs"/>: <see cref="Verification.VerifyAsIs(LoadResult, LoadGates)"/> judges it by how they differ, and growth of memory and collections by
    /// the worst of them. Of a result with several attempts, the last counts.
    /// </summary>
    /// <param name="results">The results, measured or read with <see cref="FromJson"/>.</param>
    /// <exception cref="ArgumentException">
    /// There is none, or one is null; the same run is there twice; or they differ in their test, its load or engine, the app's address or folder, or the
    /// environment. The message says in what.
    /// </exception>
    public static LoadResult Merge(IEnumerable<LoadResult> results)
    {
        ArgumentNullException.ThrowIfNull(results);
        return ResultMerge.Merge([.. results]);
    }

    /// <summary>Returns the result as a few lines of text.</summary>
    public override string ToString() => Summary.Write(this);
}
