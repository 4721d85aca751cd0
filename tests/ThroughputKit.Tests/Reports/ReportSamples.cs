using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>Made-up results of every kind, the same each time.</summary>
internal static class ReportSamples
{
    public static Finding NotSteady { get; } =
        new(FindingNames.NotSteady, FindingSeverity.Warning, "The app was not steady when the window began.", "Allow a longer warm-up: MaxWarmUp.");

    /// <summary>A run of two seconds with two requests, of which one failed at times.</summary>
    public static LoadResult Run()
    {
        var (fast, slow) = (Latency(0.6, 40_000, 1), Latency(2.5, 10_000, 2));
        return MadeUp.Result(LatencyHistogram.Merge([fast, slow])) with
        {
            Name = "Orders",
            Duration = TimeSpan.FromSeconds(2),
            Sent = 50_072,
            Succeeded = 50_000,
            Failed = 8,
            InFlightAtEnd = 64,
            Rps = 25_000.25,
            Endpoints =
            [
                Endpoint("GET /orders", fast, 40_000, 0),
                Endpoint("POST /orders", slow, 10_000, 8),
            ],
            Failures = Failures(8),
            Statuses = new SortedDictionary<int, long> { [200] = 40_000, [201] = 10_000, [500] = 8 },
            Intervals = Intervals(200, TimeSpan.FromMilliseconds(10), 250),
            Environment = new EnvironmentFigures
            {
                Runtime = ".NET 10.0.0",
                IsServerGc = true,
                IsDynamicGc = true,
                Cores = 2,
                Cpu = "A processor",
                OperatingSystem = "Linux",
                IsKitOptimized = true,
            },
            Limits = new LoadGates { MinRps = 30_000, MaxP99LatencyMs = 15, MaxFailures = 10, Endpoints = [new("GET /orders", new() { MaxP50LatencyMs = 1 })] },
            Gates =
            [
                new("MaxFailures", GateVerdict.Passed, "8 failed requests (limit 10)"),
                new("MinRps", GateVerdict.Failed, "25,000 RPS; minimum 30,000 (16.7% under). This would have passed with a minimum of 22,500."),
                new("MaxP99LatencyMs", GateVerdict.Inconclusive, "13.63 ms p99 latency; limit 15.00; 95% interval 12.10 to 15.30. Too close to the limit to pass or fail."),
                new("GET /orders: MaxP50LatencyMs", GateVerdict.Passed, "0.59 ms p50 latency (limit 1.00)"),
            ],
            Findings = [NotSteady],
            Memory = new MemoryFigures
            {
                AllocatedBytes = 1_000_000,
                AllocatedBytesPerRequest = 1_928.04,
                Allocation = new AllocationFigures
                {
                    BytesPerRequest = 1_928.1,
                    Windows = [1_928.1, 1_928.9],
                    Types = [new("System.String", 0.6), new("System.Collections.Generic.List`1[System.Int32]", 0.25)],
                },
                ManagedHeapDelta = 63_568,
                WorkingSetDelta = 65_536,
                Gen0Collections = 33,
                Gen1Collections = 5,
                Gen2Collections = 2,
            },
        };
    }

    /// <summary>A comparison whose candidate is slower, whose p99 is too near to its limit to tell.</summary>
    public static LoadComparisonResult Comparison()
    {
        var (reference, candidate) = (Latency(0.60, 30_000, 3), Latency(0.72, 25_000, 4));
        return new LoadComparisonResult
        {
            Reference = Counted(reference) with { Name = "Orders", Origin = "/apps/main/api", Rps = 30_000 },
            Candidate = Counted(candidate) with { Name = "Orders", Origin = "/apps/branch/api", Rps = 25_500, Findings = [NotSteady] },
            RpsRatio = new RatioFigures(0.85, 0.83, 0.87),
            P50Ratio = new RatioFigures(1.2, 1.17, 1.24),
            P99Ratio = new RatioFigures(1.02, 0.93, 1.12),
            Placements = 12,
            Gates =
            [
                new("MaxSlowdownPercent", GateVerdict.Failed, "RPS slowdown 15.0%, 95% interval 13.0% to 17.0%; limit 5.0%: the whole interval is beyond the limit, in both measurements")
                {
                    Figures = new(15, 5, "%", IsFloor: false, "RPS slowdown 15.0%, 95% interval 13.0% to 17.0%", "5.0%"),
                },
                new("MaxP99IncreasePercent", GateVerdict.Inconclusive, "p99 increase 2.0%, 95% interval -7.0% to 12.0%; limit 10.0%: too close to the limit")
                {
                    Figures = new(2, 10, "%", IsFloor: false, "p99 increase 2.0%, 95% interval -7.0% to 12.0%", "10.0%"),
                },
            ],
            Slices = 240,
            GeneratorShare = 0.3,
            Elapsed = TimeSpan.FromSeconds(31.5),
            Findings = [NotSteady],
        };
    }

    /// <summary>An experiment with a difference, one that was not shown, a variant that was not steady and one without an interval.</summary>
    public static LoadExperimentResult Experiment() => new(
        [
            new VariantFigures("controllers", [Sample(20_000)], RatioFigures.OfReference),
            new VariantFigures("minimal", [Sample(25_000)], new RatioFigures(1.25, 1.21, 1.29)),
            new VariantFigures("minimal, no logging", [Sample(20_200)], new RatioFigures(1.01, 0.97, 1.05)),
            new VariantFigures("cold", [Sample(30_000) with { Findings = [NotSteady] }], new RatioFigures(1.5, 1.4, 1.6)),
            new VariantFigures("short", [Sample(40_000)], new RatioFigures(2, 0, double.PositiveInfinity)),
        ],
        "controllers");

    public static MaxRateResult Search() => new(
        14_140,
        "14,700 RPS did not hold in two tries",
        TimeSpan.FromMilliseconds(5),
        Run() with { Gates = [], Limits = null },
        [new MaxRateStep(14_140, Step(14_139, 1.2), whyNot: null), new MaxRateStep(14_700, Step(14_501, 6), "p99 is 6.00 ms")]);

    /// <summary>Returns latencies around a median, with a tail.</summary>
    public static LatencyHistogram Latency(double medianMs, int count, int seed)
    {
        var histogram = new LatencyHistogram();
        var random = new System.Random(seed);
        for (var i = 0; i < count; i++)
        {
            var spread = Math.Exp(0.5 * ((random.NextDouble() + random.NextDouble() + random.NextDouble()) - 1.5)) / (1 - (0.95 * random.NextDouble()));
            histogram.Record((long)(medianMs * 5e5 * spread));
        }

        return histogram;
    }

    public static IReadOnlyList<LoadInterval> Intervals(int count, TimeSpan length, int each) =>
    [
        .. Enumerable.Range(0, count).Select(i => new LoadInterval
        {
            Start = i * length,
            Length = length,
            Succeeded = each + (i * 37 % 51) - 25,
            Failed = i is 120 or 121 ? 4 : 0,
            MeanLatency = TimeSpan.FromMilliseconds(0.8 + (i * 13 % 7 * 0.05)),
            MaxLatency = TimeSpan.FromMilliseconds(2 + (i * 29 % 17 * 0.4) + (i == 150 ? 30.01 : 0)),
            Memory = Memory(i),
        }),
    ];

    // A collection every fifth interval, after which older generations have grown, until one of generation 2 makes room.
    private static IntervalMemory Memory(int interval)
    {
        var generation = interval % 5 != 0 ? -1 : interval % 100 == 90 ? 2 : interval % 40 == 20 ? 1 : 0;
        var (inHundred, inForty) = ((interval - (interval % 5) + 10) % 100, (interval - (interval % 5) + 20) % 40);
        return new IntervalMemory
        {
            Gen0Collections = generation == 0 ? 1 : 0,
            Gen1Collections = generation == 1 ? 1 : 0,
            Gen2Collections = generation == 2 ? 1 : 0,
            Gen0Bytes = 120_000,
            Gen1Bytes = 200_000 + (20_000 * inForty),
            Gen2Bytes = 4_000_000 + (45_000 * inHundred),
            LargeBytes = 850_000,
        };
    }

    public static EndpointFigures Endpoint(string name, LatencyHistogram latency, long succeeded, long failed) => new()
    {
        Name = name,
        Sent = succeeded + failed + 32,
        Succeeded = succeeded,
        Failed = failed,
        InFlightAtEnd = 32,
        Rps = succeeded / 2.0,
        Latency = new LatencyFigures(latency),
        Failures = Failures(failed),
        Statuses = new SortedDictionary<int, long> { [200] = succeeded },
    };

    public static FailureFigures Failures(long count) => MadeUp.Failures() with
    {
        UnexpectedStatus = count,
        Examples = count == 0 ? [] :
        [
            new FailureExample
            {
                Kind = FailureKind.UnexpectedStatus,
                Request = "POST /orders",
                At = TimeSpan.FromSeconds(1.2),
                Detail = "the status is 500",
                Sent = "POST /orders {\"id\":7}",
                Response = "HTTP/1.1 500 Internal Server Error\r\nSet-Cookie: ***\r\nContent-Type: text/plain\r\n\r\nSystem.InvalidOperationException: The order is gone.",
            },
        ],
    };

    // With no more in flight than there are connections.
    private static LoadResult Counted(LatencyHistogram latency) => MadeUp.Result(latency) with { Sent = 100_064, InFlightAtEnd = 64 };

    private static LoadSample Sample(double rps) => new(rps)
    {
        Mean = TimeSpan.FromMilliseconds(64_000 / rps),
        P50 = TimeSpan.FromMilliseconds(50_000 / rps),
        P99 = TimeSpan.FromMilliseconds(200_000 / rps),
    };

    private static LoadResult Step(double rps, double p50) => Counted(Latency(p50, 5_000, 5)) with
    {
        Rps = rps,
        Pacing = new PacingFigures { Planned = 70_000, Unsent = 3, Late = 20, Lateness = new LatencyFigures(Latency(0.01, 1_000, 6)) },
    };
}
