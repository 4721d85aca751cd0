using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

public class SummaryTests
{
    [Fact]
    public void Summarizes_the_whole_run_in_a_few_lines()
    {
        var latency = new LatencyHistogram();
        foreach (var milliseconds in Enumerable.Range(1, 100))
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        var result = MadeUp.Result(latency) with
        {
            Failed = 3,
            InFlightAtEnd = 64,
            Failures = MadeUp.Failures() with
            {
                Timeouts = 1,
                UnexpectedStatus = 2,
                Examples =
                [
                    new() { Kind = FailureKind.Timeout, Request = "GET /hello", At = TimeSpan.FromSeconds(1.5), Detail = "no complete response in time" },
                    new() { Kind = FailureKind.UnexpectedStatus, Request = "GET /hello", At = TimeSpan.FromSeconds(2), Detail = "status 500", Response = "HTTP/1.1 500 Oops\nDate: x" },
                    new() { Kind = FailureKind.UnexpectedStatus, Request = "GET /hello", At = TimeSpan.FromSeconds(3), Detail = "status 500", Response = "HTTP/1.1 500 Oops\nDate: y" },
                ],
            },
            Findings = [new("NotSteady", FindingSeverity.Warning, "The app was not steady.", "Wait.")],
        };

        Assert.Equal(
            """
            GET /hello: 64 connections, 5 s
              RPS         20,000 (100,067 sent, 100,000 succeeded, 3 failed, 64 in flight at end)
              Latency     mean 50.50 ms, p50 50.07 ms, p95 95.42 ms, p99 99.09 ms, max 100.00 ms
              Memory      536.6 B allocated per request in the whole window, heap +1,024 B, working set -2,048 B, collections 5/1/0 (gen 0/1/2)
              Processor   25.0 us per request, 1.90 cores busy (app and generator together)
              Start-up    host 200.00 ms, first response 40.00 ms
              Failures    1 timeout, 2 unexpected status
                Timeout at 1.500 s, GET /hello: no complete response in time
                UnexpectedStatus at 2.000 s, GET /hello: status 500 (HTTP/1.1 500 Oops)
              Warning NotSteady: The app was not steady. Wait.
            """,
            result.ToString());
    }

    [Fact]
    public void Lists_each_of_several_requests()
    {
        var result = MadeUp.Result(new LatencyHistogram());

        var text = (result with { Endpoints = [result.Endpoints[0], result.Endpoints[0] with { Name = "POST /orders" }] }).ToString();

        Assert.Contains("  POST /orders: 1 RPS (1 sent, 1 succeeded, 0 failed, 0 in flight at end), no latency", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Shows_the_allocated_bytes_of_requests_that_were_sent_alone()
    {
        var result = MadeUp.Result(new LatencyHistogram());
        var alone = result.Endpoints[0] with { Name = "orders", Allocation = new AllocationFigures { BytesPerRequest = 11_000.04 } };

        var text = (result with { Endpoints = [result.Endpoints[0], alone] }).ToString();

        Assert.Contains("  orders: 1 RPS (1 sent, 1 succeeded, 0 failed, 0 in flight at end), no latency; 11,000.0 B allocated per request, sent alone", text, StringComparison.Ordinal);
        Assert.Single(text.Split(Environment.NewLine), l => l.Contains("alone", StringComparison.Ordinal));
    }

    [Fact]
    public void Names_a_few_of_many_requests_and_lists_the_worst()
    {
        var one = MadeUp.Result(new LatencyHistogram()).Endpoints[0];
        EndpointFigures[] many = [.. Enumerable.Range(1, 200).Select(i => one with { Name = $"GET /{i}", Failed = i == 150 ? 2 : 0, Latency = Of(i == 170 ? 500 : i) })];

        FailureExample[] examples = [.. many.Take(12).Select(e => new FailureExample { Kind = FailureKind.Timeout, Request = e.Name, At = TimeSpan.Zero, Detail = "late" })];
        var result = MadeUp.Result(new LatencyHistogram()) with { Endpoints = many, Failed = 12, Failures = MadeUp.Failures() with { Timeouts = 12, Examples = examples } };
        var lines = result.ToString().ReplaceLineEndings("\n").Split('\n');

        Assert.Equal("GET /1, GET /2, GET /3 and 197 more", result.Name);
        Assert.StartsWith("GET /1, GET /2, GET /3 and 197 more: 64 connections", lines[0], StringComparison.Ordinal);
        string[] worst = ["150", "170", "200", "199", "198", "197", "196", "195", "194", "193"];
        Assert.Equal(worst, lines.Where(l => l.StartsWith("  GET /", StringComparison.Ordinal)).Select(l => l["  GET /".Length..l.IndexOf(':', StringComparison.Ordinal)]));
        Assert.Contains("  190 more requests are left out here, with fewer failures or lower mean latency.", lines);
        Assert.Contains("    Timeout at 0.000 s, GET /10: late", lines);
        Assert.Contains("    2 more examples are left out here.", lines);
        Assert.Contains("GET /1\"", result.ToJson(), StringComparison.Ordinal);

        static LatencyFigures Of(int milliseconds)
        {
            var latency = new LatencyHistogram();
            latency.Record(milliseconds * 1_000_000L);
            return new LatencyFigures(latency);
        }
    }

    [Fact]
    public void Reports_allocated_bytes_that_were_measured_separately()
    {
        Assert.Contains(
            "\n  Allocated   576.0 B per request in the smallest of 3 short windows measured afterwards for gates (the largest 579.0 B); background: 12,346 B per second, subtracted\n",
            Write(new() { BytesPerRequest = 576, Windows = [576.04, 579, 576], BackgroundBytesPerSecond = 12_345.6 }), StringComparison.Ordinal);
        Assert.Contains("  Allocated   not available: 2 short windows disagreed (1.0 to 2,000.0 B per request), so nothing confirms the smallest\n", Write(new() { Windows = [1, 2_000] }), StringComparison.Ordinal);
        Assert.Contains("  Allocated   not available: the count fell in every window\n", Write(new()), StringComparison.Ordinal);
        Assert.Contains("  Allocated   not available. The app began to stop.\n", Write(new() { WhyNotMeasured = "The app began to stop." }), StringComparison.Ordinal);

        static string Write(AllocationFigures allocation)
        {
            var result = MadeUp.Result(new LatencyHistogram());
            return (result with { Memory = result.Memory with { Allocation = allocation } }).ToString();
        }
    }

    [Fact]
    public void Says_that_memory_is_unknown_for_a_process_that_has_ended() => Assert.Contains(
        "Memory      not available for an app whose process has ended; the generator allocated 0.1 B per request",
        (MadeUp.Result(new LatencyHistogram()) with { Memory = MemoryFigures.NotAvailable, HasAppExited = true, Generator = new GeneratorFigures { AllocatedBytesPerRequest = 0.12 } }).ToString(),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(true, "(the app only; the generator an estimated 14.2 us)")]
    [InlineData(false, "(the app only; the generator 14.2 us)")]
    public void Says_whether_the_generators_time_is_an_estimate(bool isEstimate, string expected) => Assert.Contains(
        expected,
        (MadeUp.Result(new LatencyHistogram()) with { IsAppAlone = true, Generator = new GeneratorFigures { CpuTimePerRequest = TimeSpan.FromMicroseconds(14.2), IsEstimate = isEstimate } }).ToString(),
        StringComparison.Ordinal);

    [Fact]
    public void Says_that_memory_is_unknown_for_another_process()
    {
        var result = MadeUp.Result(new LatencyHistogram()) with
        {
            Memory = MemoryFigures.NotAvailable,
            Generator = new GeneratorFigures { AllocatedBytesPerRequest = 0.12 },
        };

        Assert.Contains("Memory      not available for an app that is known only by its address; the generator allocated 0.1 B per request", result.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("Latency", result.ToString(), StringComparison.Ordinal);
    }
}
