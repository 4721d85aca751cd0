using ThroughputKit.Measurement;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Every gate passing, failing with its text, and refusing to judge.</summary>
public class VerifyTests
{
    public static TheoryData<LoadGates, string> Failing => new()
    {
        { new() { MinRps = 25_000 }, "MinRps: 20,000 RPS, allowed at least 25,000: 5,000 (20.0%) below the limit" },
        { new() { MaxMeanMs = 50 }, "MaxMeanMs: 50.50 ms mean latency, allowed at most 50.00: 0.50 (1.0%) above the limit" },
        { new() { MaxP50Ms = 50 }, "MaxP50Ms: 50.07 ms p50 latency, allowed at most 50.00: 0.07 (0.1%) above the limit" },
        { new() { MaxP95Ms = 90 }, "MaxP95Ms: 95.42 ms p95 latency, allowed at most 90.00: 5.42 (6.0%) above the limit" },
        { new() { MaxP99Ms = 90 }, "MaxP99Ms: 99.09 ms p99 latency, allowed at most 90.00: 9.09 (10.1%) above the limit" },
        { new() { MaxFirstResponseMs = 30 }, "MaxFirstResponseMs: 40.00 ms to the first response, allowed at most 30.00: 10.00 (33.3%) above the limit" },
        { new() { MaxAllocatedBytesPerRequest = 512 }, "MaxAllocatedBytesPerRequest: 536.6 B allocated a request, allowed at most 512.0: 24.6 (4.8%) above the limit" },
        { new() { MaxHeapGrowthBytes = 0 }, "MaxHeapGrowthBytes: 1,024 B of heap growth, allowed at most 0: 1,024 above the limit" },
        { new() { MaxWorkingSetGrowthBytes = 1_000 }, "MaxWorkingSetGrowthBytes: 2,048 B of working set growth, allowed at most 1,000: 1,048 (104.8%) above the limit" },
        { new() { MaxGen2Collections = 0 }, "MaxGen2Collections: 2 collections of generation 2, allowed at most 0: 2 above the limit" },
    };

    public static TheoryData<LoadGates> Passing =>
    [
        new(), new() { MinRps = 20_000 }, new() { MaxErrors = 0 }, new() { MaxErrorRate = 0 }, new() { MaxMeanMs = 50.5 },
        new() { MaxP50Ms = 51 }, new() { MaxP95Ms = 96 }, new() { MaxP99Ms = 100 }, new() { MaxFirstResponseMs = 40 },
        new() { MaxAllocatedBytesPerRequest = 536.6 }, new() { MaxHeapGrowthBytes = 1024 }, new() { MaxWorkingSetGrowthBytes = 2048 },
        new() { MaxGen2Collections = 2 },
    ];

    public static TheoryData<LoadGates, string> Senseless => new()
    {
        { new() { MinRps = 0 }, "MinRps is 0. Allowed: above zero, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MinRps = -5 }, "MinRps is -5. Allowed: above zero, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MinRps = double.NaN }, "MinRps is NaN. Allowed: above zero, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MaxP99Ms = double.PositiveInfinity }, "MaxP99Ms is Infinity. Allowed: above zero, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MaxErrors = -1 }, "MaxErrors is -1. Allowed: zero or more, and finite. Leave it out to allow none." },
        { new() { MaxErrorRate = 1 }, "MaxErrorRate is 1. Allowed: a fraction from 0 up to, not including, 1. Is it a percentage? One percent is 0.01." },
        { new() { MaxErrorRate = 5 }, "MaxErrorRate is 5. Allowed: a fraction from 0 up to, not including, 1. Is it a percentage? One percent is 0.01." },
        { new() { MaxMeanMs = 0 }, "MaxMeanMs is 0. Allowed: above zero, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MaxGen2Collections = -1 }, "MaxGen2Collections is -1. Allowed: zero or more, and finite. Leave the gate out if it isn't to be judged." },
        { new() { MaxP50Ms = 20, MaxP95Ms = 10 }, "MaxP50Ms is 20 and MaxP95Ms is 10. Allowed: MaxP50Ms at most MaxP95Ms. MaxP50Ms could never fail before MaxP95Ms does. Are the two swapped?" },
    };

    [Theory]
    [MemberData(nameof(Passing), DisableDiscoveryEnumeration = true)]
    public void Passes_at_the_limit_itself(LoadGates gates)
    {
        var result = Good();

        Assert.Same(result, result.Verify(gates));
    }

    [Theory]
    [MemberData(nameof(Failing), DisableDiscoveryEnumeration = true)]
    public void Fails_beyond_the_limit_and_says_by_how_much(LoadGates gates, string expected) =>
        Assert.Equal(expected, Assert.Single(Fail(Good(), gates).Failures).ToString());

    [Theory]
    [MemberData(nameof(Senseless), DisableDiscoveryEnumeration = true)]
    public void Refuses_limits_that_make_no_sense(LoadGates gates, string expected) =>
        Assert.Contains(expected, Assert.Throws<LoadTestException>(() => Good().Verify(gates)).Problems);

    [Fact]
    public void Any_failure_fails_without_a_gate_for_errors()
    {
        var result = Good() with { Failed = 3, Sent = 100_067 };

        Assert.Equal("MaxErrors: 3 failed requests, allowed at most 0: 3 above the limit", Fail(result, new()).Failures.Single().ToString());
        Assert.Equal("MaxErrors: 3 failed requests, allowed at most 2: 1 (50.0%) above the limit", Fail(result, new() { MaxErrors = 2 }).Failures.Single().ToString());
        result.Verify(new() { MaxErrors = 3 });
    }

    [Fact]
    public void A_rate_of_errors_replaces_their_number()
    {
        var result = Good() with { Failed = 500, Sent = 100_000 };

        Assert.Equal(
            "MaxErrorRate: 0.0050 of the requests failed, allowed at most 0.0010: 0.0040 (400.0%) above the limit",
            Fail(result, new() { MaxErrorRate = 0.001 }).Failures.Single().ToString());
        result.Verify(new() { MaxErrorRate = 0.005 });
    }

    [Fact]
    public void All_gates_that_failed_come_together_with_the_runs_summary()
    {
        var result = Good();

        var exception = Fail(result, new() { MinRps = 25_000, MaxP99Ms = 90, MaxMeanMs = 100 });

        Assert.Same(result, exception.Result);
        Assert.Equal(
            $"""
            2 gates failed:
            - MinRps: 20,000 RPS, allowed at least 25,000: 5,000 (20.0%) below the limit
            - MaxP99Ms: 99.09 ms p99 latency, allowed at most 90.00: 9.09 (10.1%) above the limit

            {result}
            """,
            exception.Message);
    }

    [Fact]
    public void Test_frameworks_know_it_as_a_failed_assertion() =>
        Assert.Contains(typeof(LoadGateException).GetInterfaces(), i => i.Name == "IAssertionException");

    [Fact]
    public void A_run_without_a_success_never_passes()
    {
        var result = Good() with { Succeeded = 0, Sent = 5, InFlightAtEnd = 5, RequestsPerSecond = 0 };

        Assert.Equal(
            "no request succeeded within the window, of 5 sent; there is nothing to judge",
            Fail(result, new() { MaxErrorRate = 0.99 }).Failures.Single().ToString());
    }

    [Fact]
    public void A_part_of_a_run_never_passes()
    {
        Assert.Equal(
            "the run was cancelled; part of it is no evidence for the whole",
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
            "MaxAllocatedBytesPerRequest is set, but this run doesn't know the figure. Allowed: a gate on a figure that is known. "
            + "The memory of an app that the kit has not started is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave the gate out.",
            Assert.Single(Assert.Throws<LoadTestException>(() => result.Verify(new() { MaxAllocatedBytesPerRequest = 1 })).Problems));
    }

    [Fact]
    public void A_gate_on_bytes_that_the_runtime_miscounted_is_an_error_that_says_so()
    {
        var good = Good();
        var result = good with
        {
            Memory = good.Memory with { AllocatedBytes = null, AllocatedBytesPerRequest = null },
            Findings = [new Finding("Miscount", FindingSeverity.Warning, "The count fell.", "Mend it.")],
        };

        Assert.EndsWith(
            " The count fell. Mend it.",
            Assert.Single(Assert.Throws<LoadTestException>(() => result.Verify(new() { MaxAllocatedBytesPerRequest = 1 })).Problems),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_were_measured_in_windows_of_their_own_are_judged_and_shown()
    {
        var result = Measured(new AllocationFigures
        {
            BytesPerRequest = 576,
            Windows = [576.04, 579, 576],
            BackgroundBytesPerSecond = 12_345.6,
            Types = [new("System.Byte[]", 0.61), new("System.String", 0.2)],
        });

        result.Verify(new() { MaxAllocatedBytesPerRequest = 576 });
        Assert.Equal(
            "MaxAllocatedBytesPerRequest: 576.0 B allocated a request, allowed at most 512.0: 64.0 (12.5%) above the limit. "
            + "Windows: 576.0, 579.0, 576.0 B a request; background: 12,346 B a second, left out. Allocated types, sampled: System.Byte[] 61%, System.String 20%.",
            Fail(result, new() { MaxAllocatedBytesPerRequest = 512 }).Failures.Single().ToString());
    }

    [Fact]
    public void Bytes_of_which_no_window_is_sure_pass_no_gate_whatever_the_window_of_the_run_says()
    {
        var gates = new LoadGates { MaxAllocatedBytesPerRequest = 1e9 };
        var unsure = Measured(new AllocationFigures { Windows = [1, 2_000] }) with { Findings = [new Finding("Miscount", FindingSeverity.Warning, "None agreed.", "Mend it.")] };
        var stopped = Measured(new AllocationFigures { WhyNotMeasured = "The app began to stop." });

        Assert.EndsWith(" None agreed. Mend it.", Assert.Single(Assert.Throws<LoadTestException>(() => unsure.Verify(gates)).Problems), StringComparison.Ordinal);
        Assert.EndsWith(" The app began to stop.", Assert.Single(Assert.Throws<LoadTestException>(() => stopped.Verify(gates)).Problems), StringComparison.Ordinal);
    }

    private static LoadResult Measured(AllocationFigures allocation)
    {
        var good = Good();
        return good with { Memory = good.Memory with { Allocation = allocation } };
    }

    private static LoadGateException Fail(LoadResult result, LoadGates gates) =>
        Assert.Throws<LoadGateException>(() => result.Verify(gates));

    private static LoadResult Good()
    {
        var latency = new LatencyHistogram();
        foreach (var milliseconds in Enumerable.Range(1, 100))
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        var result = MadeUp.Result(latency);
        return result with
        {
            Sent = 100_064,
            Memory = result.Memory with { WorkingSetDelta = 2048, Gen2Collections = 2 },
        };
    }
}
