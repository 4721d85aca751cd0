using ThroughputKit.Engines;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Reporting;
using ThroughputKit.Requests;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Running;

/// <summary>Computes the figures from the recordings. Pure.</summary>
internal static class ResultBuilder
{
    /// <param name="load">The load.</param>
    /// <param name="warmUp">The outcome of the warm-up.</param>
    /// <param name="window">The outcome of the window.</param>
    /// <param name="overlapped">Whether other load ran at the same time.</param>
    /// <param name="after">What was measured after the window; <see langword="null"/> if nothing was.</param>
    /// <param name="machine">The figures of the machine during slices, which have no intervals; <see langword="null"/> for one window.</param>
    public static LoadResult Build(
        ReadyLoad load, WarmUpOutcome warmUp, WindowOutcome window, bool overlapped, AfterWindow? after = null, MachineFigures? machine = null)
    {
        var (requests, options, rate, app, engine) = (load.Requests, load.Options, load.Rate, load.App, load.Choice);
        var (recorded, whole) = (window.Recorded, window.Recorded.Whole());
        return new LoadResult
        {
            Name = (load.Plan.Name ?? (load.Kind.MembersAreRequests ? null : EndpointList.Heading(load.Plan.Scenarios, s => s.Name)))!,
            Origin = load.Plan.Target.Origin,
            Duration = window.Length,
            Connections = options.Connections,
            Protocol = options.Protocol == LoadProtocol.Http1 ? null : options.Protocol,
            StreamsPerConnection = options.Protocol == LoadProtocol.Http1 || !load.Kind.IsSentByKit ? null : options.StreamsPerConnection,
            RequestsPlanned = options.Requests,
            PassesPlanned = load.Kind.HasPasses && load.Budget is { IsOfPasses: true, Count: var passes } ? passes : null,
            Settings = new RunSettings(
                [.. load.Plan.Requests.Select(r => r.WithDefaultHeaders(load.Plan.Headers))], load.Plan.Rate, app.Place, options.WarmUp > TimeSpan.Zero)
            {
                Kind = load.Kind,
                Scenarios = [.. load.Plan.Scenarios.Select(s => (s.Name, s.Weight))],
                Users = load.Plan.Users,
                KeepCookies = [.. load.Plan.Chains.Where(c => c.KeepsCookies).Select(c => c.Name)],
                OrderSeed = load.Plan.OrderSeed,
                IsOverHttps = app.Address.Scheme == Uri.UriSchemeHttps,
                Data = load.Plan.Data,
                Options = options,
            },
            IsChain = load.Kind.HasPasses,
            WasCancelled = window.WasCancelled || after is { WasCancelled: true },
            OverlappedAnotherRun = overlapped,
            Sent = whole.Sent,
            Succeeded = whole.Succeeded,
            Failed = whole.Failures.Total,
            InFlightAtEnd = whole.InFlightAtEnd,
            Rps = PerSecond(whole.Succeeded, window.Length),
            CompletedPerSecond = PerSecond(recorded.CompletedInWindow, window.Length),
            Failures = Failures(whole.Failures, window.Examples),
            Statuses = Statuses(whole.Statuses),
            Latency = new LatencyFigures(whole.Latency, whole.Censored),
            Memory = Memory(load, window) with { Allocation = after?.Allocation.OfAll, Retention = after?.Retention },
            Counts = after?.Counts.OfAll,
            Cpu = Cpu(window),
            IsAppAlone = app.Probe is not null && window.App is not null,
            HasAppExited = (app.Probe is { HasExited: true } && window.App is null) || after is { HasAppExited: true },
            UnansweredCommand = app.Probe?.UnansweredCommand,
            Pacing = rate is null ? null : Pacing(rate, window),
            Pauses = recorded.PauseLateness is { } pauses && machine is null // slices have none
                ? new PauseFigures { Count = pauses.Count, Late = recorded.PausesLate, Lateness = new LatencyFigures(pauses) }
                : null,
            Generator = Generator(engine, app, window),
            Machine = machine ?? MachineLoad.Between(window.Machine.Before, window.Machine.After, window.WithDrain, OwnTime(app, window)),
            Startup = new StartupFigures
            {
                HostStart = app.HostStart,
                FirstResponse = app.HostStart is null || !load.Kind.IsSentByKit ? null : warmUp.FirstResponse ?? FirstOfWindow(options, recorded),
            },
            WarmUp = warmUp.Figures,
            BytesSent = load.Plan.UsesClient ? 0 : whole.BytesSent,
            BytesReceived = load.Plan.UsesClient ? 0 : whole.BytesReceived,
            ConnectionsOpened = recorded.ConnectionsOpened,
            Handshakes = load.Handshakes?.ToFigures(),
            UnservedConnections = window.UnservedConnections,
            Endpoints = load.Steps is { } steps
                ? [.. steps.All.Select((name, i) => Endpoint(name, recorded.Endpoint(i), window)).Where(e => !IsEmpty(e) || !steps.IsScenario(e.Name))
                    .Select(e => e with { IsUnseen = e.Statuses.Count == 0 && steps.IsScenario(e.Name) })]
                : [.. requests.Select((r, i) => Endpoint(r, recorded.Endpoint(i), window) with
                {
                    IsInMix = load.Plan.Requests[i].Weight > 0,
                    Allocation = after?.Allocation.Of(i),
                    Counts = after?.Counts.Of(i),
                })],
            Iterations = load.Kind.UnitsAreRequests ? null : recorded.Iterations,
            IterationsEnded = recorded.IterationsEnded,
            Scenarios = load.Plan.Scenarios is not { Count: > 1 } scenarios ? null
                : [.. scenarios.Select((s, i) => Iterations(s, recorded.IterationsOf(i)))],
            OnlyScenario = load.Plan.Scenarios is [var only] ? only.Name : null,
            IterationsPerSecond = load.Kind.UnitsAreRequests ? null : PerSecond(recorded.IterationsInWindow, Longer(window.Length, recorded.LastIterationAt)),
            Intervals = machine is null ? Intervals(recorded.Series, window.Length, window.Heap) : [],
            Batches = window.Batches,
            Environment = EnvironmentReader.Read(app.Runtime),
        };
    }

    public static Observations Observe(ReadyLoad load, WarmUpOutcome warmUp, WindowOutcome window) => new()
    {
        OnlyErrors = warmUp.OnlyErrors,
        Hide = load.Secrets.Hide,
        FirstStatus = warmUp.FirstStatus > 0 ? warmUp.FirstStatus : window.Recorded.FirstStatus,
        UnsentCookies = load.UnsentCookies,
        Pool = load.App.IsInProcess || !load.Kind.IsSentByKit ? window.Pool : null,
        Logging = window.Logging,
        StuckIterations = window.Recorded.StuckIterations,
    };

    private static FailureFigures Failures(FailureCounts counts, IReadOnlyList<FailureExample> examples) => new()
    {
        Connect = counts[FailureKind.Connect],
        Write = counts[FailureKind.Write],
        Read = counts[FailureKind.Read],
        ClosedWhileReusing = counts[FailureKind.ClosedWhileReusing],
        Timeouts = counts[FailureKind.Timeout],
        Malformed = counts[FailureKind.Malformed],
        UnexpectedStatus = counts[FailureKind.UnexpectedStatus],
        FailedCheck = counts[FailureKind.FailedCheck],
        Examples = examples,
    };

    private static ScenarioFigures Iterations(Scenario scenario, (long Begun, long Ended) count) =>
        new() { Name = scenario.Name, Iterations = count.Begun, IterationsEnded = count.Ended, IsInMix = scenario.Weight > 0 };

    private static SortedDictionary<int, long> Statuses(StatusCounts counts) =>
        new(counts.All.ToArray().Where(s => s.Status > 0).ToDictionary(s => s.Status, s => s.Count)); // a step may have no response

    private static MemoryFigures Memory(ReadyLoad load, WindowOutcome window)
    {
        if (load.Plan.UsesClient && load.App.IsInProcess)
        {
            return MemoryFigures.OfClient;
        }

        return window.App is { } use ? Memory(window, use) : MemoryFigures.NotAvailable;
    }

    private static MemoryFigures Memory(WindowOutcome window, ProcessUse app) => new()
    {
        // The count can fall on a runtime that leaves heaps out.
        AllocatedBytes = app.AllocatedBytes < 0 ? null : app.AllocatedBytes,
        AllocatedBytesPerRequest = PerRequest(app.AllocatedBytes, window.Recorded),
        ManagedHeapDelta = window.HeapDelta,
        WorkingSetDelta = app.WorkingSetDelta,
        WorkingSetPeak = window.WorkingSetPeak,
        Gen0Collections = app.Gen0,
        Gen1Collections = app.Gen1,
        Gen2Collections = app.Gen2,
        PauseTime = app.Pause,
    };

    private static PacingFigures Pacing(LoadRate rate, WindowOutcome window)
    {
        var recorded = window.Recorded;
        var planned = rate.CountWithin(window.Length); // a window that was cut short had fewer to send
        var unsent = Math.Max(0, planned - recorded.Lateness!.Count);
        return new PacingFigures
        {
            Planned = planned,
            Unsent = unsent,
            UnsentForGenerator = Math.Min(unsent, recorded.UnsentForGenerator),
            Late = recorded.Late,
            LateForConnection = Math.Min(recorded.Late, recorded.LateForConnection),
            Lateness = new LatencyFigures(recorded.Lateness),
        };
    }

    private static GeneratorFigures Generator(EngineChoice engine, RunningApp app, WindowOutcome window)
    {
        // If the engine has no threads of its own, its time is that of this process, provided that the app is known to be in a different process. The
        // engine can then use all cores. A server known only by its address may be in this process.
        var cost = window.Cost;
        var isEstimate = cost is null && app.Place == AppPlace.OwnProcess;
        var cpu = isEstimate ? window.Kit.Cpu : cost?.Cpu;
        var threads = isEstimate ? Environment.ProcessorCount : cost?.Threads;
        return new GeneratorFigures
        {
            Engine = engine.Kind,
            WhyNotFaster = engine.WhyNotFaster,
            AllocatedBytesPerRequest = app.IsInProcess
                ? cost is null ? null : PerRequest(cost.AllocatedBytes, window.Recorded)
                : PerRequest(window.Kit.AllocatedBytes, window.Recorded),
            CpuTime = cost?.Cpu,
            CpuTimePerRequest = window.Recorded.Completed == 0 ? null : cpu / window.Recorded.Completed,
            BusyShare = window.WithDrain > TimeSpan.Zero ? cpu / threads / window.WithDrain : null,
            IsEstimate = isEstimate,
        };
    }

    private static CpuFigures Cpu(WindowOutcome window)
    {
        var time = (window.App ?? window.Kit).Cpu;
        return new CpuFigures
        {
            Time = time,
            TimePerRequest = window.Recorded.Completed == 0 ? null : time / window.Recorded.Completed,
            BusyCores = window.WithDrain > TimeSpan.Zero ? time / window.WithDrain : 0,
        };
    }

    // An app known only by its address may be one of the other processes.
    private static TimeSpan? OwnTime(RunningApp app, WindowOutcome window) =>
        window.App is not { } use ? null : app.IsInProcess ? use.Cpu : use.Cpu + window.Kit.Cpu;

    // Before a scenario has a step, iterations of it that were never begun wait for its own name.
    private static bool IsEmpty(EndpointFigures figures) => figures is { Sent: 0, Latency: { Count: 0, Unanswered: 0 } };

    private static EndpointFigures Endpoint(EncodedRequest request, Tally tally, WindowOutcome window) => Endpoint(request.Name, tally, window) with
    {
        HasOwnStatuses = request.Expected.HasOwnStatuses,
        Bodies = request.Expected.ChecksBody ? null : tally.Bodies,
        IsEmpty = request.Bytes.Span.StartsWith("GET "u8) && tally.Latency.Count > 0 && !tally.HasContent && !request.Expected.ChecksBody,
    };

    private static EndpointFigures Endpoint(string name, Tally tally, WindowOutcome window) => new()
    {
        Name = name,
        Sent = tally.Sent,
        Succeeded = tally.Succeeded,
        Failed = tally.Failures.Total,
        InFlightAtEnd = tally.InFlightAtEnd,
        Rps = PerSecond(tally.Succeeded, window.Length),
        Failures = Failures(tally.Failures, [.. window.Examples.Where(e => e.Request == name)]),
        Statuses = Statuses(tally.Statuses),
        UnexpectedStatuses = Statuses(tally.UnexpectedStatuses),
        Latency = new LatencyFigures(tally.Latency, tally.Censored),
        Completed = tally.Completed,
        BytesSent = tally.BytesSent,
        BytesReceived = tally.BytesReceived,
    };

    public static LoadInterval[] Intervals(TimeSeries series, TimeSpan window, Slots<HeapSlot>? heap = null)
    {
        // What is recorded last decides how long slots are.
        series.FoldTo(heap?.SlotNanoseconds ?? 0);
        heap?.FoldTo(series.SlotNanoseconds);
        var length = Clock.ToTimeSpan(series.SlotNanoseconds);

        // With a fixed number of requests, the last response ends the window and lies on its edge.
        var count = Math.Min(TimeSeries.SlotCount, (int)(window / length) + 1);
        if (window == (count - 1) * length && series.All[count - 1] is { Succeeded: 0, Failed: 0 })
        {
            count--;
        }

        var memory = heap is null ? [] : Memory(heap.All[..count]);
        return
        [
            .. Enumerable.Range(0, count).Select(i => Interval(series.All[i], i * length, i == count - 1 ? window - (i * length) : length) with
            {
                Memory = heap is null ? null : memory[i],
            }),
        ];
    }

    private static LoadInterval Interval(RequestSlot slot, TimeSpan start, TimeSpan length) => new()
    {
        Start = start,
        Length = length,
        Succeeded = slot.Succeeded,
        Failed = slot.Failed,
        MeanLatency = Clock.ToTimeSpan(slot.Succeeded == 0 ? 0 : (double)slot.LatencySum / slot.Succeeded),
        MaxLatency = Clock.ToTimeSpan(slot.LatencyMax),
    };

    // Sizes stay until others are read.
    private static IntervalMemory[] Memory(ReadOnlySpan<HeapSlot> slots)
    {
        var (all, sized) = (new IntervalMemory[slots.Length], default(HeapSlot));
        for (var i = 0; i < all.Length; i++)
        {
            sized = slots[i].HasBytes ? slots[i] : sized;
            all[i] = new IntervalMemory
            {
                Gen0Collections = slots[i].Gen0,
                Gen1Collections = slots[i].Gen1,
                Gen2Collections = slots[i].Gen2,
                Gen0Bytes = sized.Gen0Bytes,
                Gen1Bytes = sized.Gen1Bytes,
                Gen2Bytes = sized.Gen2Bytes,
                LargeBytes = sized.LargeBytes,
            };
        }

        return all;
    }

    private static TimeSpan? FirstOfWindow(LoadOptions options, Recorder recorded) =>
        options.WarmUpLimit > TimeSpan.Zero || !recorded.FirstSucceeded ? null : Clock.ToTimeSpan(recorded.FirstCompletedAt);

    private static double? PerRequest(long bytes, Recorder recorded) =>
        bytes < 0 || recorded.Completed == 0 ? null : (double)bytes / recorded.Completed;

    // The last iteration of a fixed number may go on after the last response.
    private static TimeSpan Longer(TimeSpan length, long nanoseconds) => Clock.ToTimeSpan(nanoseconds) is var other && other > length ? other : length;

    private static double PerSecond(long count, TimeSpan length) =>
        length > TimeSpan.Zero ? count / length.TotalSeconds : 0;
}
