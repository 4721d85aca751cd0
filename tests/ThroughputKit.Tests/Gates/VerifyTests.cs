using System.Reflection;
using System.Text.RegularExpressions;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Every gate passing, failing with its text, and refusing to judge.</summary>
public class VerifyTests
{
    public static TheoryData<LoadGates, string> Failing => new()
    {
        { new() { MinRps = 25_000 }, "MinRps: 20,000 RPS; minimum 25,000 (20.0% under)" },
        { new() { MaxMeanLatencyMs = 50 }, "MaxMeanLatencyMs: 50.50 ms mean latency; limit 50.00 (1.0% over)" },
        { new() { MaxP50LatencyMs = 50 }, "MaxP50LatencyMs: 50.07 ms p50 latency; limit 50.00 (0.1% over)" },
        { new() { MaxP90LatencyMs = 80 }, "MaxP90LatencyMs: 90.18 ms p90 latency; limit 80.00 (12.7% over)" },
        { new() { MaxP95LatencyMs = 90 }, "MaxP95LatencyMs: 95.42 ms p95 latency; limit 90.00 (6.0% over)" },
        { new() { MaxP99LatencyMs = 90 }, "MaxP99LatencyMs: 99.09 ms p99 latency; limit 90.00 (10.1% over)" },
        { new() { MaxP999LatencyMs = 90 }, "MaxP999LatencyMs: 100.00 ms p99.9 latency; limit 90.00 (11.1% over)" },
        { new() { MaxLatencyMs = 80 }, "MaxLatencyMs: 100.00 ms max latency; limit 80.00 (25.0% over)" },
        { new() { MaxCpuMicrosecondsPerRequest = 20 }, "MaxCpuMicrosecondsPerRequest: 25.0 us of processor time per request; limit 20.0 (25.0% over)" },
        { new() { MaxStartMs = 150 }, "MaxStartMs: 200.00 ms to start; limit 150.00 (33.3% over)" },
        { new() { MaxFirstResponseMs = 30 }, "MaxFirstResponseMs: 40.00 ms to the first response; limit 30.00 (33.3% over)" },
        { new() { MaxAllocatedBytesPerRequest = 512 }, "MaxAllocatedBytesPerRequest: 536.6 B allocated per request; limit 512.0 (4.8% over)" },
        { new() { MaxHeapGrowthBytes = 0 }, "MaxHeapGrowthBytes: 1,024 B of heap growth; limit 0. Up to 16,384 B of heap growth may be noise" },
        { new() { MaxWorkingSetGrowthBytes = 1_000 }, "MaxWorkingSetGrowthBytes: 2,048 B of working set growth; limit 1,000 (104.8% over)" },
        { new() { MaxGen2Collections = 0 }, "MaxGen2Collections: 2 collections of generation 2; limit 0" },
    };

    public static TheoryData<LoadGates> Passing =>
    [
        new(), new() { MinRps = 20_000 }, new() { MaxFailures = 0 }, new() { MaxFailurePercent = 0 }, new() { MaxMeanLatencyMs = 50.5 },
        new() { MaxP50LatencyMs = 51 }, new() { MaxP90LatencyMs = 91 }, new() { MaxP999LatencyMs = 101 }, new() { MaxLatencyMs = 100 }, new() { MaxCpuMicrosecondsPerRequest = 25 },
        new() { MaxP95LatencyMs = 96 }, new() { MaxP99LatencyMs = 100 }, new() { MaxStartMs = 200 }, new() { MaxFirstResponseMs = 40 },
        new() { MaxAllocatedBytesPerRequest = 536.6 }, new() { MaxHeapGrowthBytes = 1024 + (16 * 1024) }, new() { MaxWorkingSetGrowthBytes = 2048 },
        new() { MaxGen2Collections = 2 },
    ];

    public static TheoryData<LoadGates, string> Senseless => new()
    {
        { new() { MinRps = 0 }, "MinRps is 0. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MinRps = -5 }, "MinRps is -5. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MinRps = double.NaN }, "MinRps is NaN. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MaxP99LatencyMs = double.PositiveInfinity }, "MaxP99LatencyMs is Infinity. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MaxFailures = -1 }, "MaxFailures is -1. Expected: zero or more, and finite. Leave it out to allow none." },
        { new() { MaxFailurePercent = 100 }, "MaxFailurePercent is 100. Expected: zero or more, below 100. It is in percent: 1 is one request in a hundred." },
        { new() { MaxMeanLatencyMs = 0 }, "MaxMeanLatencyMs is 0. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MaxGen2Collections = -1 }, "MaxGen2Collections is -1. Expected: zero or more, and finite. Leave the gate out if you don't need it." },
        { new() { MaxP999LatencyMs = 20, MaxLatencyMs = 10 }, "MaxP999LatencyMs is 20 and MaxLatencyMs is 10. Expected: MaxP999LatencyMs at most MaxLatencyMs. A lower percentile is never above a higher one, so MaxP999LatencyMs could never fail alone. Are the two swapped?" },
        { new() { MaxCpuMicrosecondsPerRequest = 0 }, "MaxCpuMicrosecondsPerRequest is 0. Expected: above zero, and finite. Leave the gate out if you don't need it." },
        { new() { MaxP50LatencyMs = 20, MaxP95LatencyMs = 10 }, "MaxP50LatencyMs is 20 and MaxP95LatencyMs is 10. Expected: MaxP50LatencyMs at most MaxP95LatencyMs. A lower percentile is never above a higher one, so MaxP50LatencyMs could never fail alone. Are the two swapped?" },
    };

    [Theory]
    [MemberData(nameof(Passing), DisableDiscoveryEnumeration = true)]
    public void Passes_at_the_limit_itself(LoadGates gates)
    {
        var result = Good();

        Assert.Same(result, result.VerifyAsIs(gates));
    }

    [Theory]
    [MemberData(nameof(Failing), DisableDiscoveryEnumeration = true)]
    public void Fails_beyond_the_limit_and_says_by_how_much(LoadGates gates, string expected) =>
        Assert.Matches(
            $"^{Regex.Escape(expected)}(\\. This would have passed with a (limit|minimum) of [0-9.,]+\\.)?$",
            Assert.Single(Fail(Good(), gates).Failures).ToString());

    [Fact]
    public void Processor_time_is_unknown_where_memory_is() => Assert.StartsWith(
        "MaxCpuMicrosecondsPerRequest is set, but this run has no such figure. Expected: a gate on a figure that the run has. The processor time of an app that is known only by its address is not available.",
        Assert.Single(Assert.Throws<LoadTestException>(() => (Good() with { Memory = MemoryFigures.NotAvailable }).VerifyAsIs(new() { MaxCpuMicrosecondsPerRequest = 1 })).Problems),
        StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Senseless), DisableDiscoveryEnumeration = true)]
    public void Refuses_invalid_limits(LoadGates gates, string expected) =>
        Assert.Contains(expected, Assert.Throws<LoadTestException>(() => Good().VerifyAsIs(gates)).Problems);

    [Fact]
    public void A_rate_below_one_is_not_shown_as_zero()
    {
        var slow = Good() with { Rps = 0.06666 };

        Assert.Equal("MinRps: 0.0667 RPS; minimum 0.1 (33.3% under). This would have passed with a minimum of 0.06.", Assert.Single(Fail(slow, new() { MinRps = 0.1 }).Failures).ToString());
        Assert.Contains("  RPS         0.0667 (", slow.ToString(), StringComparison.Ordinal);
        Assert.Contains(": 0.04 RPS (", (slow.Endpoints[0] with { Rps = 0.04 }).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Any_failure_fails_without_a_gate_for_errors()
    {
        var result = Good() with { Failed = 3, Sent = 100_067 };

        Assert.Equal("MaxFailures: 3 failed requests; limit 0", Fail(result, new()).Failures.Single().ToString());
        Assert.Equal("MaxFailures: 3 failed requests; limit 2 (50.0% over)", Fail(result, new() { MaxFailures = 2 }).Failures.Single().ToString());
        result.VerifyAsIs(new() { MaxFailures = 3 });
    }

    [Fact]
    public void A_share_of_failures_replaces_their_number()
    {
        var result = Good() with { Failed = 500, Sent = 100_000 };

        Assert.Equal(
            "MaxFailurePercent: 0.5% of the requests failed; limit 0.1%",
            Fail(result, new() { MaxFailurePercent = 0.1 }).Failures.Single().ToString());
        result.VerifyAsIs(new() { MaxFailurePercent = 0.5 });
    }

    [Fact]
    public void All_failed_gates_are_reported_together_with_the_runs_summary()
    {
        var result = Good();

        var exception = Fail(result, new() { MinRps = 25_000, MaxP99LatencyMs = 90, MaxMeanLatencyMs = 100 });

        Assert.Same(result, Assert.Single(exception.Results));
        Assert.Equal(
            $"""
            2 gates failed:
            - MinRps: 20,000 RPS; minimum 25,000 (20.0% under). This would have passed with a minimum of 18,000.
            - MaxP99LatencyMs: 99.09 ms p99 latency; limit 90.00 (10.1% over). This would have passed with a limit of 109.00.

            {result}
            """,
            exception.Message);
    }

    [Fact]
    public void Only_the_message_has_the_summary_for_frameworks_that_print_properties()
    {
        var exception = Fail(Good(), new() { MinRps = 25_000 });

        var printed = typeof(LoadGateException).GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(p => p.GetValue(exception)?.ToString()?.Contains("  RPS  ", StringComparison.Ordinal) == true);

        Assert.Equal([nameof(Exception.Message)], printed.Select(p => p.Name));
    }

    [Fact]
    public void Test_frameworks_know_it_as_a_failed_assertion() =>
        Assert.Contains(typeof(LoadGateException).GetInterfaces(), i => i.Name == "IAssertionException");

    [Fact]
    public void A_run_without_a_success_never_passes()
    {
        var result = Good() with { Succeeded = 0, Sent = 5, InFlightAtEnd = 5, Rps = 0 };

        Assert.Equal(
            "no request succeeded (5 sent), so there is nothing to judge",
            Fail(result, new() { MaxFailurePercent = 99 }).Failures.Single().ToString());
    }

    [Fact]
    public void A_partial_run_never_passes()
    {
        Assert.Equal(
            "the run was cancelled, so its figures are incomplete",
            Fail(Good() with { WasCancelled = true }, new()).Failures.Single().ToString());
        Assert.Equal(
            "only 100,064 of 200,000 requests were sent before the run ended",
            Fail(Good() with { RequestsPlanned = 200_000 }, new()).Failures.Single().ToString());
    }

    [Fact]
    public void A_gate_on_the_memory_of_another_process_is_an_error()
    {
        var result = Good() with { Memory = MemoryFigures.NotAvailable };

        Assert.Equal(
            "MaxAllocatedBytesPerRequest is set, but this run has no such figure. Expected: a gate on a figure that the run has. "
            + "The memory of an app that is known only by its address is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave it out.",
            Assert.Single(Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxAllocatedBytesPerRequest = 1 })).Problems));
    }

    [Fact]
    public void A_gate_on_bytes_that_the_runtime_miscounted_is_an_error_that_says_so()
    {
        var good = Good();
        var result = good with
        {
            Memory = good.Memory with { AllocatedBytes = null, AllocatedBytesPerRequest = null },
            Findings = [new Finding("Miscount", FindingSeverity.Warning, "The count fell.", "Fix it.")],
        };

        Assert.EndsWith(
            " The count fell. Fix it.",
            Assert.Single(Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxAllocatedBytesPerRequest = 1 })).Problems),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_measured_in_separate_windows_are_judged_and_shown()
    {
        var result = Measured(new AllocationFigures
        {
            BytesPerRequest = 576,
            Windows = [576.04, 579, 576],
            BackgroundBytesPerSecond = 12_345.6,
            Types = [new("System.Byte[]", 0.61), new("System.String", 0.2)],
        });

        result.VerifyAsIs(new() { MaxAllocatedBytesPerRequest = 576 });
        Assert.Equal(
            "MaxAllocatedBytesPerRequest: 576.0 B allocated per request; limit 512.0 (12.5% over). "
            + $"Allocated types, sampled:{Environment.NewLine}    61% byte[]{Environment.NewLine}    20% string",
            Fail(result, new() { MaxAllocatedBytesPerRequest = 512 }).Failures.Single().ToString());
    }

    [Fact]
    public void Unconfirmed_bytes_pass_no_gate_whatever_the_window_of_the_run_says()
    {
        var gates = new LoadGates { MaxAllocatedBytesPerRequest = 1e9 };
        var unsure = Measured(new AllocationFigures { Windows = [1, 2_000] }) with { Findings = [new Finding("Miscount", FindingSeverity.Warning, "None agreed.", "Fix it.")] };
        var stopped = Measured(new AllocationFigures { WhyNotMeasured = "The app began to stop." });

        Assert.EndsWith(" None agreed. Fix it.", Assert.Single(Assert.Throws<LoadTestException>(() => unsure.VerifyAsIs(gates)).Problems), StringComparison.Ordinal);
        Assert.EndsWith(" The app began to stop.", Assert.Single(Assert.Throws<LoadTestException>(() => stopped.VerifyAsIs(gates)).Problems), StringComparison.Ordinal);
    }

    private static LoadResult Measured(AllocationFigures allocation)
    {
        var good = Good();
        return good with { Memory = good.Memory with { Allocation = allocation } };
    }

    private static LoadGateException Fail(LoadResult result, LoadGates gates) =>
        Assert.Throws<LoadGateException>(() => result.VerifyAsIs(gates));

    private static LoadResult Good()
    {
        var latency = new LatencyHistogram();
        foreach (var number in Enumerable.Range(0, 10_000))
        {
            latency.Record(((number % 100) + 1) * 1_000_000L);
        }

        var result = MadeUp.Result(latency);
        return result with
        {
            Sent = 100_064,
            Memory = result.Memory with { WorkingSetDelta = 2048, Gen2Collections = 2 },
        };
    }
}
