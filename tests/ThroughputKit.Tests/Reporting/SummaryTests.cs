using ThroughputKit.Measurement;

namespace ThroughputKit.Tests.Reporting;

public class SummaryTests
{
    [Fact]
    public void Says_the_whole_run_in_a_few_lines()
    {
        var latency = new LatencyHistogram();
        foreach (var milliseconds in Enumerable.Range(1, 100))
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        var result = Result(latency) with
        {
            Failed = 3,
            Failures = Failures() with
            {
                Timeouts = 1,
                UnexpectedStatus = 2,
                Examples = [new() { Kind = FailureKind.Timeout, Request = "GET /hello", At = TimeSpan.FromSeconds(1.5), Detail = "no whole response in time" }],
            },
            Findings = [new("NotSteady", FindingSeverity.Warning, "The app was not steady.", "Wait.")],
        };

        Assert.Equal(
            """
            GET /hello: 64 connections, 5 s
              RPS         20,000 (100,067 sent, 100,000 succeeded, 3 failed, 64 in flight at end)
              Latency     mean 50.50 ms, p50 50.07 ms, p95 95.42 ms, p99 99.09 ms, max 100.00 ms
              Memory      536.6 B allocated a request, heap +1,024 B, working set -2,048 B, collections 5/1/0
              Processor   25.0 us a request, 1.90 cores busy
              Start-up    host 200.00 ms, first response 40.00 ms
              Failures    1 timeout, 2 unexpected status
                Timeout at 1.500 s, GET /hello: no whole response in time
              Warning NotSteady: The app was not steady. Wait.
            """,
            result.ToString());
    }

    [Fact]
    public void Says_that_memory_is_not_known_of_another_process()
    {
        var result = Result(new LatencyHistogram()) with
        {
            Memory = MemoryFigures.NotAvailable,
            Generator = new GeneratorFigures { AllocatedBytesPerRequest = 0.12 },
        };

        Assert.Contains("Memory      not available for an app in another process; the generator allocated 0.1 B a request", result.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("Latency", result.ToString(), StringComparison.Ordinal);
    }

    private static LoadResult Result(LatencyHistogram latency) => new()
    {
        Duration = TimeSpan.FromSeconds(5),
        Connections = 64,
        RequestsPlanned = null,
        WasCancelled = false,
        Sent = 100_067,
        Succeeded = 100_000,
        Failed = 0,
        InFlightAtEnd = 64,
        RequestsPerSecond = 20_000,
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
        Cpu = new CpuFigures { ProcessTime = TimeSpan.FromSeconds(9.5), BusyCores = 1.9, TimePerRequest = TimeSpan.FromMicroseconds(25) },
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
                Name = "GET /hello", Sent = 1, Succeeded = 1, Failed = 0, InFlightAtEnd = 0, RequestsPerSecond = 1, Latency = new LatencyFigures(latency),
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

    private static FailureFigures Failures() => new()
    {
        Connect = 0,
        Write = 0,
        Read = 0,
        ClosedWhileReusing = 0,
        Timeouts = 0,
        Malformed = 0,
        UnexpectedStatus = 0,
        Examples = [],
    };
}
