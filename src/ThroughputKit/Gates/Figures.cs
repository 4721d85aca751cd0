using ThroughputKit.Recording;
using ThroughputKit.Reporting;

namespace ThroughputKit.Gates;

/// <summary>Every figure that has a gate, in reporting order.</summary>
internal static class Figures
{
    private const string Count = "N0", Milliseconds = "N2", Bytes = "N1", Percent = @"0.####\%";

    // These make an app look slower than it is. The first response comes before what they are about; and whatever runs slower or allocates more, what the heap
    // keeps is the app's.
    private static readonly string[] _slowing = [FindingNames.NotSteady, FindingNames.GeneratorBound, FindingNames.LateSends];

    public static IReadOnlyList<Figure> All { get; } =
    [
        new(nameof(LoadGates.MaxFailures), FigureKind.Errors, EffectiveMaxErrors, r => r.Failed, "failed requests", Count,
            MayBeZero: true) { IsOfEndpoint = true, UnitOfOne = "failed request" },
        new(nameof(LoadGates.MaxFailurePercent), FigureKind.Errors, g => g.MaxFailurePercent, r => r.Sent == 0 ? null : 100.0 * r.Failed / r.Sent,
            "of the requests failed", Percent, MayBeZero: true) { IsOfEndpoint = true },
        OfWork(nameof(LoadGates.MaxDatabaseCommandsPerRequest), g => g.MaxDatabaseCommandsPerRequest, CountedWork.DatabaseCommands),
        OfWork(nameof(LoadGates.MaxHttpRequestsPerRequest), g => g.MaxHttpRequestsPerRequest, CountedWork.HttpRequests),
        OfWork(nameof(LoadGates.MaxExceptionsPerRequest), g => g.MaxExceptionsPerRequest, CountedWork.Exceptions),
        new(nameof(LoadGates.MinRps), FigureKind.Timing, g => g.MinRps, r => r.Rps, "RPS", Count, IsFloor: true)
        {
            IsOfEndpoint = true,
            IsRate = true,
            RequiresFullLoad = true,
            BatchValue = b => b.Succeeded / b.Length.TotalSeconds,
            CombinedValue = attempts => attempts.Sum(a => a.Succeeded) / attempts.Sum(a => a.Duration.TotalSeconds),
            ExcusedBy = _slowing,
            With = (g, limit) => g with { MinRps = limit },
        },
        new(nameof(LoadGates.MinIterationsPerSecond), FigureKind.Timing, g => g.MinIterationsPerSecond, r => r.IterationsPerSecond,
            "iterations per second", Count, IsFloor: true)
        {
            IsRate = true,
            RequiresFullLoad = true,
            CombinedValue = attempts => attempts.Sum(a => a.IterationsPerSecond!.Value * a.Duration.TotalSeconds) / attempts.Sum(a => a.Duration.TotalSeconds),
            Noise = r => r.Connections / r.Duration.TotalSeconds, // one more or less of each user
            ExcusedBy = _slowing,
            With = (g, limit) => g with { MinIterationsPerSecond = limit },
            IsOf = plan => !plan.Kind.UnitsAreRequests,
            WhyUnknown = "Only a scenario has iterations. Limit the requests of other tests with MinRps.",
        },
        Latency(nameof(LoadGates.MaxMeanLatencyMs), g => g.MaxMeanLatencyMs, l => l.Mean, l => l.Unanswered > 0, b => b.Mean, "mean latency") with
        {
            With = (g, limit) => g with { MaxMeanLatencyMs = limit },
        },
        Percentile(nameof(LoadGates.MaxP50LatencyMs), g => g.MaxP50LatencyMs, 50, b => b.P50, LatencyFigures.MinForMedian) with
        {
            With = (g, limit) => g with { MaxP50LatencyMs = limit },
        },
        Percentile(nameof(LoadGates.MaxP90LatencyMs), g => g.MaxP90LatencyMs, 90, b => b.P90, LatencyFigures.MinForP90) with
        {
            With = (g, limit) => g with { MaxP90LatencyMs = limit },
        },
        Percentile(nameof(LoadGates.MaxP95LatencyMs), g => g.MaxP95LatencyMs, 95, b => b.P95, LatencyFigures.MinForP95) with
        {
            With = (g, limit) => g with { MaxP95LatencyMs = limit },
        },
        Percentile(nameof(LoadGates.MaxP99LatencyMs), g => g.MaxP99LatencyMs, 99, b => b.P99, LatencyFigures.MinForP99) with
        {
            With = (g, limit) => g with { MaxP99LatencyMs = limit },
        },
        Percentile(nameof(LoadGates.MaxP999LatencyMs), g => g.MaxP999LatencyMs, 99.9, b => b.P999, LatencyFigures.MinForP999) with
        {
            With = (g, limit) => g with { MaxP999LatencyMs = limit },
        },
        Latency(nameof(LoadGates.MaxLatencyMs), g => g.MaxLatencyMs, l => l.Max, l => l.Unanswered > 0, _ => 0, "max latency") with
        {
            With = (g, limit) => g with { MaxLatencyMs = limit },
            BatchValue = null,
            HasNoInterval = true,
            UpperBound = attempts => Merged(attempts).UpperBound(100),
        },
        new(nameof(LoadGates.MaxCpuMicrosecondsPerRequest), FigureKind.Timing, g => g.MaxCpuMicrosecondsPerRequest, Cpu, "us of processor time per request",
            "N1")
        {
            IsOfProcess = true,
            ExcusedBy = [FindingNames.NotSteady],
            With = (g, limit) => g with { MaxCpuMicrosecondsPerRequest = limit },
            WhyUnknown = "The processor time of an app that is known only by its address is not available. "
                + "Load it with LoadTest.For or LoadTest.ForPublished, or leave it out.",
        },
        new(nameof(LoadGates.MaxUnsentPercent), FigureKind.Timing, g => g.MaxUnsentPercent, UnsentPercent, "of the plan never sent", Percent,
            MayBeZero: true)
        {
            HasNoInterval = true,
            CombinedValue = attempts => 100.0 * attempts.Sum(a => a.Pacing!.Unsent) / attempts.Sum(a => a.Pacing!.Planned),
            ExcusedBy = _slowing,
            With = (g, limit) => g with { MaxUnsentPercent = limit },
            IsOf = plan => plan.Rate is not null,
            WhyUnknown = "It is available only at a set rate. Use AtRate, or leave it out.",
        },
        new(nameof(LoadGates.MaxStartMs), FigureKind.Timing, g => g.MaxStartMs, r => r.Startup.HostStart?.TotalMilliseconds, "ms to start", Milliseconds)
        {
            ColdStartOnly = true,
            With = (g, limit) => g with { MaxStartMs = limit },
            WhyUnknown = "It is available only for an app that was started for this run: LoadTest.For<TEntryPoint>() or LoadTest.ForPublished.",
        },
        new(nameof(LoadGates.MaxFirstResponseMs), FigureKind.Timing, g => g.MaxFirstResponseMs, r => r.Startup.FirstResponse?.TotalMilliseconds,
            "ms to the first response", Milliseconds)
        {
            ColdStartOnly = true,
            With = (g, limit) => g with { MaxFirstResponseMs = limit },
            WhyUnknown = "It is available only for an app that was started for this run, and whose first request succeeded: LoadTest.For<TEntryPoint>().",
        },
        new(nameof(LoadGates.MaxAllocatedBytesPerRequest), FigureKind.Memory, g => g.MaxAllocatedBytesPerRequest, r => r.Memory.BytesPerRequest,
            "B allocated per request", Bytes, MayBeZero: true)
        {
            IsOfEndpoint = true,
            ExcusedBy = [FindingNames.StillCompiling],
            Allowance = 100, // a few boxed values, which optimized code saves
            Detail = AllocationText.Detail,
            Noise = r => r.Memory.Allocation is { BytesPerRequest: { } bytes } allocation ? allocation.Variation * bytes : 0,
            WhyNoisy = r => FormattableString.Invariant(
                $"Requests that allocate this much vary by up to {r.Memory.Allocation!.Variation:0.#%} from one process to the next."),
            WhyUncounted = r => r.Memory.Allocation?.WhyNotMeasured
                ?? (r.Findings.FirstOrDefault(f => f.Name == FindingNames.Miscount) is { } miscount ? $"{miscount.Message} {miscount.Remedy}" : null),
            WasTried = r => r.Memory.Allocation is not null, // windows that disagree can result from a wrong set-up, such as two loads at once
        },
        new(nameof(LoadGates.MaxRetainedBytesPerRequest), FigureKind.Memory, g => g.MaxRetainedBytesPerRequest, r => r.Memory.Retention?.BytesPerRequest,
            "B retained per request", Bytes)
        {
            Detail = RetentionText.Detail,
            Noise = r => r.Memory.Retention?.Noise ?? 0,
            WhyNotMeasured = r => r.Memory.Retention?.WhyNotMeasured,
            WhyUnknown = "It is measured only if the gate is set before the run (on an attribute, "
                + "or with Within), with a warm-up, and for an app whose memory is known: LoadTest.For or LoadTest.ForPublished.",
        },
        OfEachRun(nameof(LoadGates.MaxHeapGrowthBytes), g => g.MaxHeapGrowthBytes, m => m.ManagedHeapDelta, "B of heap growth") with
        {
            Noise = _ => MemoryFigures.HeapNoise,
        },
        OfEachRun(nameof(LoadGates.MaxWorkingSetGrowthBytes), g => g.MaxWorkingSetGrowthBytes, m => m.WorkingSetDelta, "B of working set growth"),
        OfEachRun(nameof(LoadGates.MaxGen2Collections), g => g.MaxGen2Collections, m => m.Gen2Collections, "collections of generation 2") with
        {
            UnitOfOne = "collection of generation 2",
        },
    ];

    /// <summary>Returns the figure of a gate.</summary>
    public static Figure Of(string gate) => All.Single(f => f.Gate == gate);

    private static double? Cpu(LoadResult result) => result.Memory.IsAvailable ? result.Cpu.TimePerRequest?.TotalMicroseconds : null;

    // Without a gate for errors, none is allowed: a fast app that fails is not a success.
    private static double? EffectiveMaxErrors(LoadGates gates) =>
        gates.MaxFailures ?? (gates.MaxFailurePercent is null ? 0 : null);

    private static double? UnsentPercent(LoadResult result) =>
        result.Pacing is { Planned: > 0 } pacing ? 100.0 * pacing.Unsent / pacing.Planned : null;

    // No finding excuses it: what the app does for a request doesn't depend on how fast it does it.
    private static Figure OfWork(string gate, Func<LoadGates, double?> limit, CountedWork work) => new(
        gate, FigureKind.Work, limit, r => r.Counts is { } counts ? work.Count(counts) : null, $"{work.Name} per request", "#,0.0##", MayBeZero: true)
    {
        IsOfEndpoint = true,
        IsOfProcess = true,
        UnitOfOne = $"{work.NameOfOne} per request",
        Detail = r => CountText.Detail(r.Counts!, work),
        WhyNotMeasured = r => r.Counts?.WhyUnknown.GetValueOrDefault(work.Kind),
        WhyUnknown = "It is counted only if the gate is set before the run (on an attribute, or with Within), with a warm-up, and for an app whose process is "
            + "known: LoadTest.For or LoadTest.ForPublished.",
    };

    // Its limit is that of one run, so of several that were merged the worst counts. What isn't known of each isn't known.
    private static Figure OfEachRun(string gate, Func<LoadGates, double?> limit, Func<MemoryFigures, double?> value, string unit) => new(
        gate, FigureKind.Memory, limit, r => r.Runs.Count == 0 ? value(r.Memory) : r.Runs.Any(one => value(one.Memory) is null) ? null
            : r.Runs.Max(one => value(one.Memory)), unit, Count, MayBeZero: true)
    {
        Detail = r => r.Runs.Count == 0 ? "" : FormattableString.Invariant($"That is the most in any of {r.Runs.Count:N0} runs."),
    };

    private static Figure Percentile(string gate, Func<LoadGates, double?> limit, double percent, Func<Batch, double> nanoseconds, int least) =>
        Latency(gate, limit, l => l.Percentile(percent), l => l.IsLowerBound(percent), nanoseconds, FormattableString.Invariant($"p{percent} latency")) with
        {
            MinLatencies = least,
            UpperBound = attempts => Merged(attempts).UpperBound(percent),
        };

    private static Figure Latency(
        string gate,
        Func<LoadGates, double?> limit,
        Func<LatencyFigures, TimeSpan> value,
        Func<LatencyFigures, bool> isLowerBound,
        Func<Batch, double> nanoseconds,
        string name) =>
        new(gate, FigureKind.Timing, limit, r => r.Latency.Count == 0 ? null : value(r.Latency).TotalMilliseconds, $"ms {name}", Milliseconds)
        {
            IsOfEndpoint = true,
            RequiresFullLoad = true,
            ExcusedBy = _slowing,
            IsLowerBound = attempts => isLowerBound(Merged(attempts)),
            BatchValue = b => nanoseconds(b) / 1e6,
            CombinedValue = attempts => value(Merged(attempts)).TotalMilliseconds,
        };

    private static LatencyFigures Merged(IReadOnlyList<LoadResult> attempts) =>
        attempts is [var only] ? only.Latency : LatencyFigures.Merge(attempts.Select(a => a.Latency));
}
