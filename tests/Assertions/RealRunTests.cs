using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>Assertions on real measurements.</summary>
public class RealRunTests(Runs runs) : IClassFixture<Runs>
{
    [Fact]
    public void A_good_run_passes_the_limits_it_meets() => runs.Good.Should()
        .HaveRpsOfAtLeast(1)
        .And.HaveMeanLatencyOfAtMost(60_000)
        .And.HaveP50LatencyOfAtMost(60_000)
        .And.HaveP95LatencyOfAtMost(60_000)
        .And.HaveP99LatencyOfAtMost(60_000)
        .And.HaveMaxLatencyOfAtMost(60_000)
        .And.HaveNoFailures()
        .And.HaveFailuresOfAtMost(0)
        .And.HaveFailuresOfAtMostPercent(0)
        .And.HaveAllocatedBytesPerRequestOfAtMost(1_000_000)
        .And.HaveOnlyStatus(200)
        .And.HaveOnlyStatuses([200, 201])
        .And.NotHaveStatus(500)
        .And.BeSameAs(runs.Good); // of the library itself

    [Fact]
    public void It_fails_the_limits_it_misses_and_shows_the_run()
    {
        var message = Failing.Message(() => runs.Good.Should().HaveRpsOfAtLeast(1e9, "{0} users wait", 7));

        Assert.StartsWith("Expected runs.Good to have at least 1,000,000,000 RPS because 7 users wait, but found ", message, StringComparison.Ordinal);
        Assert.Contains(" RPS; minimum 1,000,000,000 (100.0% under)", message, StringComparison.Ordinal);
        Assert.EndsWith($"\n\nWith result:\n{runs.Good}".ReplaceLineEndings("\n"), message, StringComparison.Ordinal);
    }

    [Fact]
    public void Twelve_requests_are_too_few_for_p99()
    {
        runs.Few.Should().HaveNoFailures().And.HaveOnlyStatus(200);

        Assert.Matches(
            @"^Inconclusive: expected runs\.Few to have at most 60,000\.00 ms p99 latency, but found [\d.,]+ ms p99 latency; limit 60,000\.00\. "
            + @"This percentile needs 1,000 successful requests: lengthen the run, send 988 more, or gate a lower percentile\.$",
            Failing.FirstLine(() => runs.Few.Should().HaveP99LatencyOfAtMost(60_000)));
    }

    [Fact]
    public void Failures_are_counted_and_their_statuses_named()
    {
        runs.Faulty.Should().HaveFailuresOfAtMost(10).And.HaveFailuresOfAtMostPercent(34).And.HaveOnlyStatuses([200, 500]).And.NotHaveStatus(404);

        Assert.Equal(
            "Expected runs.Faulty to have at most 0 failed requests, but found 10 failed requests; limit 0.",
            Failing.FirstLine(() => runs.Faulty.Should().HaveNoFailures()));
        Assert.Equal(
            "Expected runs.Faulty to have only status 200, but found status 500 in 10 of 30 responses.",
            Failing.FirstLine(() => runs.Faulty.Should().HaveOnlyStatus(200)));
        Assert.Equal(
            "Expected runs.Faulty to have no status 500, but found status 500 in 10 of 30 responses.",
            Failing.FirstLine(() => runs.Faulty.Should().NotHaveStatus(500)));
    }
}
