using ThroughputKit.Recording;
using ThroughputKit.Reporting;

namespace ThroughputKit;

/// <summary>
/// Adds the results of several runs of one load, one after the other, to the result of all. Counts, latencies and bytes add exactly, in any order and grouping.
/// Pure.
/// </summary>
internal static class ResultMerge
{
    /// <exception cref="ArgumentException">There is no result, they are not those of one load, or the same run is there twice.</exception>
    public static LoadResult Merge(IReadOnlyList<LoadResult> results)
    {
        ThrowIfDifferent(results);
        return results.Count == 1 ? results[0] : MergeRuns(RunsOf(results));
    }

    /// <summary>Returns the single runs of results, in an order that depends on nothing but the runs.</summary>
    /// <exception cref="ArgumentException">The same run is there twice.</exception>
    public static LoadResult[] RunsOf(IEnumerable<LoadResult> results) =>
        InOrder(results.SelectMany(r => r.Runs.Count > 0 ? r.Runs : [r with { EarlierAttempts = [] }]));

    private static LoadResult MergeRuns(LoadResult[] runs)
    {
        var (first, length) = (runs[0], new TimeSpan(runs.Sum(r => r.Duration.Ticks)));
        var succeeded = runs.Sum(r => r.Succeeded);
        return first with
        {
            Duration = length,
            RequestsPlanned = first.RequestsPlanned is null ? null : runs.Sum(r => r.RequestsPlanned),
            PassesPlanned = first.PassesPlanned is null ? null : runs.Sum(r => r.PassesPlanned),
            WasCancelled = runs.Any(r => r.WasCancelled),
            OverlappedAnotherRun = runs.Any(r => r.OverlappedAnotherRun),
            Sent = runs.Sum(r => r.Sent),
            Succeeded = succeeded,
            Failed = runs.Sum(r => r.Failed),
            InFlightAtEnd = runs.Sum(r => r.InFlightAtEnd),
            Rps = PerSecond(succeeded, length),
            CompletedPerSecond = PerSecond(runs.Sum(r => (long)Math.Round(r.CompletedPerSecond * r.Duration.TotalSeconds)), length),
            Failures = Failures([.. runs.Select(r => r.Failures)]),
            Statuses = Counts(runs.Select(r => r.Statuses)),
            Latency = LatencyFigures.Merge(runs.Select(r => r.Latency)),
            Memory = Memory(runs),
            Counts = Counts([.. runs.Select(r => r.Counts)]),
            Cpu = Cpu(runs),
            Machine = new MachineFigures
            {
                Cores = first.Machine.Cores,
                OtherBusyCores = Mean(runs, r => r.Machine.OtherBusyCores, Seconds),
                IdleCores = Mean(runs, r => r.Machine.IdleCores, Seconds),
                StolenShare = Mean(runs, r => r.Machine.StolenShare, Seconds),
                ThrottledShare = Mean(runs, r => r.Machine.ThrottledShare, Seconds),
            },
            Pacing = first.Pacing is null ? null : Pacing([.. runs.Select(r => r.Pacing!)]),
            Pauses = first.Pauses is null ? null : new PauseFigures
            {
                Count = runs.Sum(r => r.Pauses!.Count),
                Late = runs.Sum(r => r.Pauses!.Late),
                Lateness = LatencyFigures.Merge(runs.Select(r => r.Pauses!.Lateness)),
            },
            Generator = first.Generator with
            {
                AllocatedBytesPerRequest = Mean(runs, r => r.Generator.AllocatedBytesPerRequest, Completed),
                CpuTime = Time(Sum(runs, r => r.Generator.CpuTime?.Ticks)),
                CpuTimePerRequest = Time(Mean(runs, r => r.Generator.CpuTimePerRequest?.Ticks, Completed)),
                BusyShare = Mean(runs, r => r.Generator.BusyShare, Seconds),
            },
            Startup = new StartupFigures { HostStart = runs.Max(r => r.Startup.HostStart), FirstResponse = runs.Max(r => r.Startup.FirstResponse) },
            WarmUp = (runs.FirstOrDefault(r => !r.WarmUp.IsSteady) ?? first).WarmUp with { Duration = new TimeSpan(runs.Sum(r => r.WarmUp.Duration.Ticks)) },
            BytesSent = runs.Sum(r => r.BytesSent),
            BytesReceived = runs.Sum(r => r.BytesReceived),
            ConnectionsOpened = runs.Sum(r => r.ConnectionsOpened),
            Handshakes = first.Handshakes is null ? null : LatencyFigures.Merge(runs.Select(r => r.Handshakes).OfType<LatencyFigures>()),
            UnservedConnections = runs.Max(r => r.UnservedConnections),
            Endpoints = first.Kind.MembersAreRequests
                ? [.. first.Endpoints.Select((_, i) => Endpoint([.. runs.Select(r => r.Endpoints[i])], length))]
                : [.. runs.SelectMany(r => r.Endpoints).GroupBy(e => e.Name, StringComparer.Ordinal).Select(g => Endpoint([.. g], length))],
            Iterations = Sum(runs, r => r.Iterations),
            IterationsEnded = runs.Sum(r => r.IterationsEnded),
            IterationsPerSecond = Mean(runs, r => r.IterationsPerSecond, Seconds),
            Scenarios = first.Scenarios is null ? null : [.. first.Scenarios.Select((s, i) => s with
            {
                Iterations = runs.Sum(r => r.Scenarios![i].Iterations),
                IterationsEnded = runs.Sum(r => r.Scenarios![i].IterationsEnded),
            })],
            Findings =
            [
                .. runs.SelectMany(r => r.Findings).OrderByDescending(f => f.Severity).ThenByDescending(f => f.Explains).DistinctBy(f => (f.Name, f.Endpoint)),
            ],
            HasAppExited = runs.Any(r => r.HasAppExited),
            UnansweredCommand = runs.Select(r => r.UnansweredCommand).FirstOrDefault(c => c is not null),
            Runs = runs,

            // Of each run alone.
            Batches = [],
            Gates = [],
            Limits = null,
            Intervals = [],
            EarlierAttempts = [],
            Settings = null,
            Times = null,
        };
    }

    // The same whatever the order and grouping in which they were merged.
    private static LoadResult[] InOrder(IEnumerable<LoadResult> runs)
    {
        (LoadResult Run, string Json)[] all = [.. runs.Select(r => (r, r.ToJson())).OrderBy(r => r.r.Rps).ThenBy(r => r.Item2, StringComparer.Ordinal)];
        return all.Zip(all.Skip(1)).FirstOrDefault(p => p.First.Json == p.Second.Json).First.Run is { } twice
            ? throw new ArgumentException(
                new Problem(
                    $"The same run is there twice: {twice.Name}, with {Readable.Rate(twice.Rps)} RPS",
                    "each run once",
                    "A copy is no evidence. Was a file read twice, or a run merged with a result that has it already?").ToString(),
                nameof(runs))
            : Array.ConvertAll(all, r => r.Run);
    }

    /// <summary>Returns in what the results differ besides their figures, from the first one: what is tested, and the conditions.</summary>
    public static IReadOnlyList<string> Differences(IReadOnlyList<LoadResult> results) =>
        Differences(results, r => [$"the name {r.Name}", .. Conditions(r), $"the app {r.Origin}"]);

    /// <summary>Returns in what the loads and machines of two results differ. Two builds in two folders are what a comparison is about.</summary>
    public static IReadOnlyList<string> OtherConditions(LoadResult one, LoadResult other) => Differences([one, other], r => [.. Conditions(r), Host(r)]);

    private static IReadOnlyList<string> Differences(IReadOnlyList<LoadResult> results, Func<LoadResult, string[]> traits)
    {
        var expected = traits(results[0]);
        return
        [
            .. results.SelectMany(r => expected.Zip(traits(r)).Where(t => t.First != t.Second).Select(t => $"{t.First}, and {t.Second}")
                .Concat(UnlikeLoads.Between(results[0], r))).Distinct(StringComparer.Ordinal),
        ];
    }

    private static void ThrowIfDifferent(IReadOnlyList<LoadResult> results)
    {
        if (results.Count == 0)
        {
            throw new ArgumentException("There is no result to merge.", nameof(results));
        }

        if (results.Contains(null!))
        {
            throw new ArgumentException("One of the results is null.", nameof(results));
        }

        if (Differences(results) is { Count: > 0 } differences)
        {
            var problem = new Problem(
                $"The results differ in more than their figures: {string.Join("; ", differences)}",
                "results of one test on one machine",
                "Merge runs of the same test. What differs can be compared: with ComparedWith, or in an experiment.");
            throw new ArgumentException(problem.ToString(), nameof(results));
        }
    }

    // Each run of a server may have another port.
    private static string Host(LoadResult run) =>
        Uri.TryCreate(run.Origin, UriKind.Absolute, out var address) && !address.IsFile ? $"an app on {address.Host}" : "an app on this machine";

    // What runs of one load have in common.
    private static string[] Conditions(LoadResult run) =>
    [
        run.Kind.Name,
        run.Kind.MembersAreRequests ? $"the requests {string.Join(", ", run.Endpoints.Select(e => e.Name))}"
            : run.Scenarios is { } scenarios ? $"the scenarios {string.Join(", ", scenarios.Select(s => s.Name))}"
            : $"the scenario {run.OnlyScenario}",
        SizeText.Of(run),
        run.RequestsPlanned is null ? "a fixed duration" : $"a fixed number of {run.Kind.Unit}",
        run.Pacing is null ? "no set rate" : "a set rate",
        run.Pauses is null ? "no pauses" : "pauses",
        run.WarmUp.Duration > TimeSpan.Zero ? "a warm-up" : "no warm-up",
        $"the engine {run.Generator.Engine}",
        run.Handshakes is null ? "http" : "https",
        run.IsAppAlone ? "an app in a process of its own" : "no app in a process of its own",
        run.Environment.ToString(),
    ];

    private static EndpointFigures Endpoint(EndpointFigures[] parts, TimeSpan length)
    {
        var succeeded = parts.Sum(p => p.Succeeded);
        return parts[0] with
        {
            Sent = parts.Sum(p => p.Sent),
            Succeeded = succeeded,
            Failed = parts.Sum(p => p.Failed),
            InFlightAtEnd = parts.Sum(p => p.InFlightAtEnd),
            Rps = PerSecond(succeeded, length),
            Failures = Failures([.. parts.Select(p => p.Failures)]),
            Statuses = Counts(parts.Select(p => p.Statuses)),
            UnexpectedStatuses = Counts(parts.Select(p => p.UnexpectedStatuses)),
            Latency = LatencyFigures.Merge(parts.Select(p => p.Latency)),
            Allocation = Largest(parts.Select(p => p.Allocation)),
            Counts = Counts([.. parts.Select(p => p.Counts)]),
            Completed = parts.Sum(p => p.Completed),
            BytesSent = parts.Sum(p => p.BytesSent),
            BytesReceived = parts.Sum(p => p.BytesReceived),
            IsEmpty = Array.Exists(parts, p => p.IsEmpty) && Array.TrueForAll(parts, p => p.IsEmpty || p.Latency.Count == 0),
            Bodies = null,
        };
    }

    private static FailureFigures Failures(FailureFigures[] parts) => new()
    {
        Connect = parts.Sum(p => p.Connect),
        Write = parts.Sum(p => p.Write),
        Read = parts.Sum(p => p.Read),
        ClosedWhileReusing = parts.Sum(p => p.ClosedWhileReusing),
        Timeouts = parts.Sum(p => p.Timeouts),
        Malformed = parts.Sum(p => p.Malformed),
        UnexpectedStatus = parts.Sum(p => p.UnexpectedStatus),
        FailedCheck = parts.Sum(p => p.FailedCheck),
        Examples =
        [
            .. InOrder(parts.SelectMany(p => p.Examples).GroupBy(e => (e.Kind, e.Request)).SelectMany(g => InOrder(g).Take(Evidence.MaxOfAKind)))
                .Take(Evidence.MaxExamples),
        ],
    };

    // The same whatever the order of the runs.
    private static IEnumerable<FailureExample> InOrder(IEnumerable<FailureExample> examples) =>
        examples.OrderBy(e => e.Kind).ThenBy(e => e.At).ThenBy(e => e.ToString(), StringComparer.Ordinal).ThenBy(e => e.Response, StringComparer.Ordinal);

    private static PacingFigures Pacing(PacingFigures[] parts) => new()
    {
        Planned = parts.Sum(p => p.Planned),
        Unsent = parts.Sum(p => p.Unsent),
        UnsentForGenerator = parts.Sum(p => p.UnsentForGenerator),
        Late = parts.Sum(p => p.Late),
        LateForConnection = parts.Sum(p => p.LateForConnection),
        Lateness = LatencyFigures.Merge(parts.Select(p => p.Lateness)),
    };

    private static MemoryFigures Memory(LoadResult[] runs)
    {
        var (bytes, completed) = (Sum(runs, r => r.Memory.AllocatedBytes), runs.Sum(Completed));
        return runs[0].Memory with
        {
            AllocatedBytes = bytes,
            AllocatedBytesPerRequest = completed > 0 ? bytes / completed : null,
            Allocation = Largest(runs.Select(r => r.Memory.Allocation)),
            Retention = runs.Any(r => r.Memory.Retention is null) ? null
                : runs.Select(r => r.Memory.Retention).MaxBy(r => r!.BytesPerRequest ?? double.PositiveInfinity),
            ManagedHeapDelta = Sum(runs, r => r.Memory.ManagedHeapDelta),
            WorkingSetDelta = Sum(runs, r => r.Memory.WorkingSetDelta),
            WorkingSetPeak = runs.Max(r => r.Memory.WorkingSetPeak),
            Gen0Collections = (int?)Sum(runs, r => r.Memory.Gen0Collections),
            Gen1Collections = (int?)Sum(runs, r => r.Memory.Gen1Collections),
            Gen2Collections = (int?)Sum(runs, r => r.Memory.Gen2Collections),
            PauseTime = Time(Sum(runs, r => r.Memory.PauseTime?.Ticks)),
        };
    }

    // Of the runs, the one that is worst for a gate. One that confirmed no figure is worse still.
    private static AllocationFigures? Largest(IEnumerable<AllocationFigures?> parts)
    {
        AllocationFigures?[] all = [.. parts];
        return Array.Exists(all, a => a is null) ? null
            : all.MaxBy(a => a!.BytesPerRequest ?? double.PositiveInfinity)! with { Windows = [.. all.SelectMany(a => a!.Windows)] };
    }

    // Of each count, the largest; what isn't known of each run isn't known of all.
    private static CountFigures? Counts(CountFigures?[] parts)
    {
        if (Array.Exists(parts, p => p is null))
        {
            return null;
        }

        return new CountFigures
        {
            DatabaseCommandsPerRequest = Most(c => c.DatabaseCommandsPerRequest),
            HttpRequestsPerRequest = Most(c => c.HttpRequestsPerRequest),
            ExceptionsPerRequest = Most(c => c.ExceptionsPerRequest),
            LockContentionsPerRequest = Most(c => c.LockContentionsPerRequest),
            PoolItemsPerRequest = Most(c => c.PoolItemsPerRequest),
            CollectionsPerRequest = Most(c => c.CollectionsPerRequest),
            LinesPerRequest = Most(c => c.LinesPerRequest),
            DatabaseCommands = parts.MaxBy(c => c!.DatabaseCommandsPerRequest)!.DatabaseCommands,
            HttpRequests = parts.MaxBy(c => c!.HttpRequestsPerRequest)!.HttpRequests,
            Exceptions = parts.MaxBy(c => c!.ExceptionsPerRequest)!.Exceptions,
            WhyUnknown = parts.SelectMany(c => c!.WhyUnknown).DistinctBy(w => w.Key).ToDictionary(w => w.Key, w => w.Value),
        };

        double? Most(Func<CountFigures, double?> count) => Array.Exists(parts, p => count(p!) is null) ? null : parts.Max(p => count(p!));
    }

    private static CpuFigures Cpu(IReadOnlyList<LoadResult> runs)
    {
        var (time, completed) = (new TimeSpan(runs.Sum(r => r.Cpu.Time.Ticks)), runs.Sum(Completed));
        return new CpuFigures
        {
            Time = time,
            TimePerRequest = completed > 0 ? time / completed : null,
            BusyCores = Mean(runs, r => r.Cpu.BusyCores, Seconds) ?? 0,
        };
    }

    private static SortedDictionary<int, long> Counts(IEnumerable<IReadOnlyDictionary<int, long>> parts) =>
        new(parts.SelectMany(p => p).GroupBy(c => c.Key).ToDictionary(g => g.Key, g => g.Sum(c => c.Value)));

    private static double Completed(LoadResult run) => run.Endpoints.Sum(e => e.Completed);

    private static double Seconds(LoadResult run) => run.Duration.TotalSeconds;

    // What isn't known of each run isn't known of all.
    private static long? Sum(IReadOnlyList<LoadResult> runs, Func<LoadResult, long?> value) => runs.Any(r => value(r) is null) ? null : runs.Sum(value);

    private static double? Mean(IReadOnlyList<LoadResult> runs, Func<LoadResult, double?> value, Func<LoadResult, double> weight) =>
        runs.Any(r => value(r) is null) || runs.Sum(weight) is not (> 0 and var all) ? null : runs.Sum(r => value(r) * weight(r)) / all;

    private static TimeSpan? Time(double? ticks) => ticks is { } known ? new TimeSpan((long)known) : null;

    private static double PerSecond(long count, TimeSpan length) => length > TimeSpan.Zero ? count / length.TotalSeconds : 0;
}
