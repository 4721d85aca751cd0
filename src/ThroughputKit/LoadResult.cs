using System.Runtime.CompilerServices;
using ThroughputKit.Baselines;
using ThroughputKit.Gates;
using ThroughputKit.Measurement;
using ThroughputKit.Reporting;
using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>
/// What one run measured. Always <see cref="Sent"/> = <see cref="Succeeded"/> + <see cref="Failed"/> +
/// <see cref="InFlightAtEnd"/>.
/// </summary>
public sealed record LoadResult
{
    /// <summary>Gets what the test is called: its own name if it has one, otherwise its requests, such as <c>GET /orders</c>.</summary>
    public string Name
    {
        get => field ?? string.Join(", ", Endpoints.Select(e => e.Name));
        init;
    }

    /// <summary>Gets the length of the window: from its start to its planned end, or to the last response of a fixed number of requests.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Gets the number of connections.</summary>
    public required int Connections { get; init; }

    /// <summary>Gets how many requests were to be sent; <see langword="null"/> for a fixed duration.</summary>
    public required long? RequestsPlanned { get; init; }

    /// <summary>Gets whether the run was cancelled, so that the figures cover only part of it.</summary>
    public required bool WasCancelled { get; init; }

    /// <summary>Gets whether another run of this process made load at the same time, so that each measured the other too.</summary>
    public required bool WasShared { get; init; }

    /// <summary>Gets how many requests were begun within the window, those included for which no connection could be opened.</summary>
    public required long Sent { get; init; }

    /// <summary>Gets how many succeeded within the window.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets how many failed, in the window or while draining.</summary>
    public required long Failed { get; init; }

    /// <summary>
    /// Gets how many were in flight at the window's end and succeeded while draining; on cancellation, how many were
    /// given up.
    /// </summary>
    public required long InFlightAtEnd { get; init; }

    /// <summary>Gets the succeeded requests per second of the window. Error pages are not throughput.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Gets the complete responses per second of the window, whatever their status.</summary>
    public required double CompletedPerSecond { get; init; }

    /// <summary>Gets the failures by kind, with examples.</summary>
    public required FailureFigures Failures { get; init; }

    /// <summary>Gets how many complete responses had each status.</summary>
    public required IReadOnlyDictionary<int, long> Statuses { get; init; }

    /// <summary>Gets the latency of requests that succeeded, with what others had waited that were never answered.</summary>
    public required LatencyFigures Latency { get; init; }

    /// <summary>Gets what the window did to memory.</summary>
    public required MemoryFigures Memory { get; init; }

    /// <summary>Gets the processor time.</summary>
    public required CpuFigures Cpu { get; init; }

    /// <summary>Gets what else the machine did.</summary>
    public MachineFigures Machine { get; init; } = MachineFigures.NotAvailable;

    /// <summary>Gets how well a set rate was kept; <see langword="null"/> without one.</summary>
    public PacingFigures? Pacing { get; init; }

    /// <summary>Gets what making the load cost.</summary>
    public required GeneratorFigures Generator { get; init; }

    /// <summary>Gets how long the app took to be of use.</summary>
    public required StartupFigures Startup { get; init; }

    /// <summary>Gets how the warm-up ended.</summary>
    public required WarmUpFigures WarmUp { get; init; }

    /// <summary>Gets the bytes of requests written.</summary>
    public required long BytesSent { get; init; }

    /// <summary>Gets the bytes of responses read, heads included.</summary>
    public required long BytesReceived { get; init; }

    /// <summary>Gets how many connections were opened within the window; with kept connections there are none.</summary>
    public required long ConnectionsOpened { get; init; }

    /// <summary>Gets the figures of each request of the test.</summary>
    public required IReadOnlyList<EndpointFigures> Endpoints { get; init; }

    /// <summary>Gets the window in intervals of one length: 10 ms, doubled until at most 512 cover the run.</summary>
    public required IReadOnlyList<LoadInterval> Intervals { get; init; }

    /// <summary>Gets where it was measured.</summary>
    public required EnvironmentFigures Environment { get; init; }

    /// <summary>Gets why the load was not made by the engine that should have made it; <see langword="null"/> if it was.</summary>
    internal string? WhyNotEpoll { get; init; }

    /// <summary>Gets whether the load was ended early, because nothing but one error was to be had from the app.</summary>
    internal bool IsHopeless { get; init; }

    /// <summary>Gets where the app comes from, if that tells it from others: a folder, or an address.</summary>
    internal string? Origin { get; init; }

    /// <summary>Gets the status of the very first response, that of the warm-up if there was one; 0 if there was no response.</summary>
    internal int FirstStatus { get; init; }

    /// <summary>Gets what became of the thread pool; <see langword="null"/> for an app in another process.</summary>
    internal PoolUse? Pool { get; init; }

    /// <summary>Gets what the app printed for its requests; <see langword="null"/> if that was little, or isn't known.</summary>
    internal LoggingFigures? Logging { get; init; }

    /// <summary>Gets whether memory and processor time are those of the app alone, in a process of its own.</summary>
    internal bool IsAppAlone { get; init; }

    /// <summary>Gets whether the app's own process ended before the run did.</summary>
    internal bool HasAppGone { get; init; }

    /// <summary>
    /// Gets what the app's own process did not answer in time, though it was alive: how long was waited, and what for. <see langword="null"/> if it has
    /// answered everything.
    /// </summary>
    internal string? AppSilence { get; init; }

    /// <summary>Gets whether the app has a process of its own whose counters are not known: what stands in their place is the generator's.</summary>
    internal bool LacksAppCounters => HasAppGone || (AppSilence is not null && !IsAppAlone);

    /// <summary>Gets where the time of the run went; <see langword="null"/> for a result that was not just measured.</summary>
    internal RunTimes? Times { get; init; }

    /// <summary>Gets the window in parts, whose differences tell how exactly the whole is known.</summary>
    internal IReadOnlyList<Batch> Batches { get; init; } = [];

    /// <summary>Gets the results of earlier attempts, which did not settle every gate; empty if this was the first.</summary>
    internal IReadOnlyList<LoadResult> EarlierAttempts { get; init; } = [];

    /// <summary>Gets the results of all attempts, this one last.</summary>
    internal IEnumerable<LoadResult> Attempts => EarlierAttempts.Append(this);

    /// <summary>Gets what the run was set to do; <see langword="null"/> for a result that was not just measured.</summary>
    internal RunSettings? Settings { get; init; }

    /// <summary>Gets whether the time limit ended a run before its fixed number of requests was sent.</summary>
    internal bool HasRequestsLeft => !WasCancelled && Sent < RequestsPlanned;

    /// <summary>Gets the doubts about the result, the gravest first.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>Passes if the result lies within every limit that is set; with no limit on errors, any failed request fails.</summary>
    /// <param name="gates">The limits.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">One gate failed or more; it names them all. A run without a success never passes.</exception>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public LoadResult Verify(LoadGates gates)
    {
        ArgumentNullException.ThrowIfNull(gates);
        var verdict = GateJudge.Judge(this, gates);
        return verdict.Failures.Count == 0 ? this : throw new LoadGateException([verdict]);
    }

    /// <summary>
    /// Passes if the exact figures (allocated bytes, sizes, counts) are those that were approved, in a file that is committed beside the
    /// caller's source. With the environment variable <c>THROUGHPUTKIT_APPROVE=1</c> the file is written instead, and what changed
    /// printed.
    /// </summary>
    /// <param name="file">The file, relative to the folder of the caller's source. Many results can share it.</param>
    /// <param name="tolerance">By how much figures may differ: by default 8 B or 1%, whichever is more.</param>
    /// <param name="name">What the file calls this result; by default the test's own name or, if it has none, its requests, such as <c>GET /hello</c>.</param>
    /// <param name="sourceFile">The caller's source file, which the compiler fills in.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">A figure is beyond the tolerance. A run without a success never passes.</exception>
    /// <exception cref="LoadTestException">
    /// The baseline is missing, no good or of other settings, or the set-up makes figures worthless, as a Debug build does. When
    /// approving: the result is doubtful, or this is a build server.
    /// </exception>
    public LoadResult VerifyBaseline(string file, BaselineTolerance? tolerance = null, string? name = null, [CallerFilePath] string sourceFile = "")
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(sourceFile);
        var use = new BaselineUse(file, sourceFile, name ?? Name, tolerance ?? new BaselineTolerance());
        ResultBaseline.Verify(this, use, new KitEnvironment(System.Environment.GetEnvironmentVariable), Console.WriteLine);
        return this;
    }

    /// <summary>
    /// The result as JSON: every public figure in camel case, times in seconds, with the version of the shape (<c>schema</c>) and of the kit.
    /// What isn't known is left out.
    /// </summary>
    public string ToJson() => ResultJson.Write(this);

    /// <summary>The result in a few lines of text.</summary>
    public override string ToString() => Summary.Write(this);
}
