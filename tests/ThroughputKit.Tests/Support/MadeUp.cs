using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Support;

/// <summary>Made-up results for tests of messages.</summary>
internal static class MadeUp
{
    public static LoadResult Result(LatencyHistogram latency) => new()
    {
        Duration = TimeSpan.FromSeconds(5),
        Connections = 64,
        RequestsPlanned = null,
        WasCancelled = false,
        OverlappedAnotherRun = false,
        Sent = 100_067,
        Succeeded = 100_000,
        Failed = 0,
        InFlightAtEnd = 67,
        Rps = 20_000,
        CompletedPerSecond = 20_000,
        Failures = Failures(),
        Statuses = new Dictionary<int, long> { [200] = 100_000 },
        Latency = new LatencyFigures(latency),
        Memory = new MemoryFigures
        {
            AllocatedBytes = 1,
            AllocatedBytesPerRequest = 536.6,
            ManagedHeapDelta = 1024,
            WorkingSetDelta = -2048,
            Gen0Collections = 5,
            Gen1Collections = 1,
            Gen2Collections = 0,
        },
        Cpu = new CpuFigures { Time = TimeSpan.FromSeconds(9.5), BusyCores = 1.9, TimePerRequest = TimeSpan.FromMicroseconds(25) },
        Generator = new GeneratorFigures(),
        Startup = new StartupFigures { HostStart = TimeSpan.FromMilliseconds(200), FirstResponse = TimeSpan.FromMilliseconds(40) },
        WarmUp = new WarmUpFigures { Duration = TimeSpan.FromSeconds(2), IsSteady = true, Reason = "" },
        BytesSent = 1,
        BytesReceived = 1,
        ConnectionsOpened = 0,
        Endpoints =
        [
            new EndpointFigures
            {
                Name = "GET /hello", Sent = 1, Succeeded = 1, Failed = 0, InFlightAtEnd = 0, Rps = 1, Latency = new LatencyFigures(latency),
                Failures = Failures(), Statuses = new Dictionary<int, long> { [200] = 1 },
            },
        ],
        Intervals = [],
        Environment = new EnvironmentFigures
        {
            Runtime = "",
            IsServerGc = true,
            IsDynamicGc = true,
            Cores = 2,
            Cpu = "",
            OperatingSystem = "",
            IsKitOptimized = true,
        },
    };

    public static ScenarioFigures Scenario(string name, long iterations) =>
        new() { Name = name, Iterations = iterations, IterationsEnded = iterations, IsInMix = true };

    /// <summary>The facts of a run against an app known only by its address.</summary>
    public static RunFacts Facts(LoadResult result, bool stoppedByItself = false, string? stopProblem = null) =>
        new(new RunningApp { Address = new Uri("http://localhost:5000") }, result, stoppedByItself, stopProblem);

    public static FailureFigures Failures() => FailureFigures.None;
}
