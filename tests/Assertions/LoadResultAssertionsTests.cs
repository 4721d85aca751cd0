using ThroughputKit.Tests.Assertions.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>The messages of assertions on a result.</summary>
public class LoadResultAssertionsTests
{
    private static readonly LoadResult _good = Latencies.ToHundred();

    public static TheoryData<Action<LoadResultAssertions>, string> Beyond => new()
    {
        { r => r.HaveRpsOfAtLeast(25_000), "at least 25,000 RPS, but found 20,000 RPS; minimum 25,000 (20.0% under). This would have passed with a minimum of 18,000." },
        { r => r.HaveMeanLatencyOfAtMost(50), "at most 50.00 ms mean latency, but found 50.50 ms mean latency; limit 50.00 (1.0% over). This would have passed with a limit of 55.55." },
        { r => r.HaveP50LatencyOfAtMost(40), "at most 40.00 ms p50 latency, but found 50.07 ms p50 latency; limit 40.00 (25.2% over). This would have passed with a limit of 55.08." },
        { r => r.HaveP95LatencyOfAtMost(90), "at most 90.00 ms p95 latency, but found 95.42 ms p95 latency; limit 90.00 (6.0% over). This would have passed with a limit of 104.96." },
        { r => r.HaveP99LatencyOfAtMost(90), "at most 90.00 ms p99 latency, but found 99.09 ms p99 latency; limit 90.00 (10.1% over). This would have passed with a limit of 109.00." },
        { r => r.HaveMaxLatencyOfAtMost(80), "at most 80.00 ms max latency, but found 100.00 ms max latency; limit 80.00 (25.0% over). This would have passed with a limit of 110.00." },
        { r => r.HaveAllocatedBytesPerRequestOfAtMost(500), "at most 500.0 B allocated per request, but found 536.6 B allocated per request; limit 500.0 (7.3% over)." },
        { r => r.HaveOnlyStatus(201), "only status 201, but found status 200 in 100,000 of 100,000 responses." },
        { r => r.HaveOnlyStatuses([201, 204]), "only statuses 201, 204, but found status 200 in 100,000 of 100,000 responses." },
        { r => r.NotHaveStatus(200), "no status 200, but found status 200 in 100,000 of 100,000 responses." },
    };

    [Theory]
    [MemberData(nameof(Beyond), DisableDiscoveryEnumeration = true)]
    public void Fails_beyond_the_limit_and_says_by_how_much(Action<LoadResultAssertions> assert, string expected) =>
        Assert.EndsWith($" to have {expected}", Failing.FirstLine(() => assert(_good.Should())), StringComparison.Ordinal);

    [Fact]
    public void All_limits_of_gates_are_asserted_together()
    {
        _good.Should().BeWithin(new LoadGates { MinRps = 20_000, MaxP90LatencyMs = 100, MaxGen2Collections = 0 });

        Assert.Equal(
            "Expected _good to be within its limits, but MaxP90LatencyMs: found 90.18 ms p90 latency; limit 80.00 (12.7% over). This would have passed with a limit of 99.20; "
            + "MaxHeapGrowthBytes: found 1,024 B of heap growth; limit 1,000. Up to 16,384 B of heap growth may be noise. This would have passed with a limit of 17,408.",
            Failing.FirstLine(() => _good.Should().BeWithin(new LoadGates { MinRps = 1, MaxP90LatencyMs = 80, MaxHeapGrowthBytes = 1_000 })));
        Assert.StartsWith("MinRps is -1.", Assert.Throws<LoadTestException>(() => _good.Should().BeWithin(new LoadGates { MinRps = -1 })).Problems.Single().ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Passes_at_the_limit_itself() => (_good with { Failed = 7, Sent = 1_000 }).Should()
        .HaveRpsOfAtLeast(20_000)
        .And.HaveMaxLatencyOfAtMost(100)
        .And.HaveFailuresOfAtMost(7)
        .And.HaveFailuresOfAtMostPercent(0.7)
        .And.HaveAllocatedBytesPerRequestOfAtMost(536.6);

    [Fact]
    public void Failures_are_counted_or_taken_as_a_share()
    {
        var faulty = _good with { Failed = 500, Sent = 100_000 };

        Assert.Equal(
            "Expected faulty to have at most 499 failed requests, but found 500 failed requests; limit 499 (0.2% over).",
            Failing.FirstLine(() => faulty.Should().HaveFailuresOfAtMost(499)));
        Assert.Equal(
            "Expected faulty to have at most 0.1% of the requests failed, but found 0.5% of the requests failed; limit 0.1%.",
            Failing.FirstLine(() => faulty.Should().HaveFailuresOfAtMostPercent(0.1)));
    }

    [Fact]
    public void The_unsent_of_a_set_rate_are_taken_as_a_share()
    {
        var paced = _good with { Pacing = new PacingFigures { Planned = 2_000, Unsent = 3, Late = 0, Lateness = _good.Latency } };

        paced.Should().HaveUnsentOfAtMostPercent(0.15);
        Assert.Equal(
            "Expected paced to have at most 0.1% of the plan never sent, but found 0.15% of the plan never sent; limit 0.1%. This would have passed with a limit of 0.165%.",
            Failing.FirstLine(() => paced.Should().HaveUnsentOfAtMostPercent(0.1)));
    }

    [Fact]
    public void A_request_without_a_response_does_not_have_the_only_allowed_status()
    {
        var faulty = _good with { Failed = 3, Failures = MadeUp.Failures() with { Timeouts = 2, UnexpectedStatus = 1 }, Statuses = new Dictionary<int, long> { [200] = 9, [500] = 1 } };

        Assert.Equal(
            "Expected faulty to have only status 200, but found status 500 in 1 of 10 responses; 2 requests had no complete response.",
            Failing.FirstLine(() => faulty.Should().HaveOnlyStatus(200)));
        Assert.Equal(
            "Expected faulty to have only statuses 200, 500, but 2 requests had no complete response.",
            Failing.FirstLine(() => faulty.Should().HaveOnlyStatuses([200, 500])));
        faulty.Should().NotHaveStatus(404);
    }

    [Fact]
    public void A_response_that_fails_a_check_has_its_status()
    {
        var faulty = _good with { Failed = 3, Failures = MadeUp.Failures() with { FailedCheck = 3 } };

        faulty.Should().HaveOnlyStatus(200);
        Assert.Throws<Xunit.Sdk.XunitException>(() => faulty.Should().HaveNoFailures());
    }

    [Fact]
    public void Includes_the_reason()
    {
        var slow = _good;

        Assert.StartsWith(
            "Expected slow to have at most 1.00 ms max latency because {0} is for the shop, but found ",
            Failing.Message(() => slow.Should().HaveMaxLatencyOfAtMost(1, "{0} is for {1}", "{0}", "the shop")),
            StringComparison.Ordinal);
        Assert.StartsWith(
            "Expected slow to have at most 1.00 ms max latency, but found ",
            Failing.Message(() => slow.Should().HaveMaxLatencyOfAtMost(1, because: null!)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Shows_the_run_as_it_is_written_braces_and_all()
    {
        var named = _good with { Endpoints = [_good.Endpoints[0] with { Name = "GET /orders/{id}" }] };

        Assert.EndsWith(
            $"\n\nWith result:\n{named}".ReplaceLineEndings("\n"),
            Failing.Message(() => named.Should().HaveMaxLatencyOfAtMost(1)),
            StringComparison.Ordinal);
    }
}
