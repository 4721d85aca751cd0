using ThroughputKit.Recording;
using ThroughputKit.Tests.Assertions.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>No assertion passes without enough evidence.</summary>
public class LackOfEvidenceTests
{
    private static readonly LoadResult _good = Latencies.ToHundred() with
    {
        Pacing = new PacingFigures { Planned = 1_000, Unsent = 5, Late = 0, Lateness = new LatencyFigures(new LatencyHistogram()) },
    };

    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "Built without optimizations: Shop.", "Build in Release.") { IsSetUpMistake = true };

    public static TheoryData<Action<LoadResultAssertions>> All =>
    [
        r => r.HaveRpsOfAtLeast(1), r => r.HaveMeanLatencyOfAtMost(1e6), r => r.HaveP50LatencyOfAtMost(1e6), r => r.HaveP95LatencyOfAtMost(1e6),
        r => r.HaveP99LatencyOfAtMost(1e6), r => r.HaveMaxLatencyOfAtMost(1e6), r => r.HaveNoFailures(), r => r.HaveFailuresOfAtMost(1_000_000),
        r => r.HaveFailuresOfAtMostPercent(99), r => r.HaveUnsentOfAtMostPercent(0.5), r => r.HaveAllocatedBytesPerRequestOfAtMost(1e9), r => r.HaveOnlyStatus(200), r => r.HaveOnlyStatuses([200]), r => r.NotHaveStatus(500),
        r => r.BeWithin(new LoadGates { MinRps = 1 }),
    ];

    public static TheoryData<Action<LoadResultAssertions>> OfLoad =>
    [
        r => r.HaveRpsOfAtLeast(1), r => r.HaveMeanLatencyOfAtMost(1e6), r => r.HaveP50LatencyOfAtMost(1e6), r => r.HaveP95LatencyOfAtMost(1e6),
        r => r.HaveP99LatencyOfAtMost(1e6), r => r.HaveMaxLatencyOfAtMost(1e6), r => r.BeWithin(new LoadGates { MaxP90LatencyMs = 1e6 }),
    ];

    [Theory]
    [MemberData(nameof(All), DisableDiscoveryEnumeration = true)]
    public void A_run_without_a_success_passes_nothing(Action<LoadResultAssertions> assert)
    {
        assert(_good.Should());
        var empty = _good with { Sent = 0, Succeeded = 0, InFlightAtEnd = 0, Statuses = new Dictionary<int, long>(), Latency = new LatencyFigures(new LatencyHistogram()) };

        Assert.EndsWith(
            ", but no request succeeded (0 sent), so there is nothing to judge.",
            Failing.FirstLine(() => assert(empty.Should())),
            StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(All), DisableDiscoveryEnumeration = true)]
    public void A_partial_run_passes_nothing(Action<LoadResultAssertions> assert) => Assert.EndsWith(
        ", but the run was cancelled, so its figures are incomplete.",
        Failing.FirstLine(() => assert((_good with { WasCancelled = true }).Should())),
        StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(All), DisableDiscoveryEnumeration = true)]
    public void Null_passes_nothing(Action<LoadResultAssertions> assert) => Assert.EndsWith(
        ", but it was <null>; there is nothing to judge.",
        Failing.FirstLine(() => assert(((LoadResult?)null).Should())),
        StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(OfLoad), DisableDiscoveryEnumeration = true)]
    public void A_mostly_unsent_rate_passes_no_assertion_on_throughput_or_latency(Action<LoadResultAssertions> assert) => Assert.Contains(
        "500 of the 1,000 planned requests (50.0%) were never sent",
        Failing.FirstLine(() => assert((_good with { Pacing = _good.Pacing! with { Unsent = 500 } }).Should())),
        StringComparison.Ordinal);

    [Fact]
    public void A_set_up_that_makes_figures_worthless_is_inconclusive_but_errors_still_count()
    {
        var debug = _good with { Findings = [_debug] };

        debug.Should().HaveNoFailures().And.HaveOnlyStatus(200);
        Assert.Equal(
            "Inconclusive: expected debug to have at least 1 RPS, but it can't be judged in this set-up. Warning DebugBuild: Built without optimizations: Shop. Build in Release.",
            Failing.FirstLine(() => debug.Should().HaveRpsOfAtLeast(1)));
        Assert.StartsWith(
            "Inconclusive: expected debug to have at most 1,000,000,000.0 B allocated per request because I say so, but it can't be judged",
            Failing.Message(() => debug.Should().HaveAllocatedBytesPerRequestOfAtMost(1e9, "I say so")),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_miss_that_may_be_the_generators_fault_is_inconclusive()
    {
        var bound = _good with { Findings = [new Finding("GeneratorBound", FindingSeverity.Warning, "Busy.", "More cores.") { Explains = double.PositiveInfinity }] };

        bound.Should().HaveRpsOfAtLeast(20_000);
        Assert.Equal(
            "Inconclusive: expected bound to have at least 30,000 RPS, but found 20,000 RPS; minimum 30,000 (33.3% under). "
            + "This would have passed with a minimum of 18,000. The app may not be at fault: see GeneratorBound.",
            Failing.FirstLine(() => bound.Should().HaveRpsOfAtLeast(30_000)));
    }

    [Fact]
    public void An_interval_on_both_sides_of_the_limit_is_inconclusive()
    {
        var uneven = _good with { Batches = [.. Enumerable.Range(1, 20).Select(i => new Batch(TimeSpan.FromSeconds(0.25), i % 2 == 0 ? 4_000 : 6_000, 1e6, 1_000_000, 1_000_000, 1_000_000))] };

        Assert.Matches(
            @"^Inconclusive: expected uneven to have at least 19,999 RPS, but found 20,000 RPS; minimum 19,999; 95% interval [\d,]+ to [\d,]+\. "
            + @"Too close to the limit to pass or fail\. This would have passed with a minimum of [\d,]+\.$",
            Failing.FirstLine(() => uneven.Should().HaveRpsOfAtLeast(19_999)));
    }

    [Theory]
    [InlineData(19, 20, "p50")]
    [InlineData(199, 200, "p95")]
    [InlineData(999, 1_000, "p99")]
    public void A_percentile_needs_enough_requests(int requests, int least, string percentile)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < requests; i++)
        {
            latency.Record(1_000_000);
        }

        var few = MadeUp.Result(latency);
        var assert = () => percentile switch
        {
            "p50" => few.Should().HaveP50LatencyOfAtMost(5),
            "p95" => few.Should().HaveP95LatencyOfAtMost(5),
            _ => few.Should().HaveP99LatencyOfAtMost(5),
        };

        Assert.EndsWith(FormattableString.Invariant($"This percentile needs {least:N0} successful requests: lengthen the run, send 1 more, or gate a lower percentile."), Failing.FirstLine(() => assert()), StringComparison.Ordinal);
        latency.Record(1_000_000);
        assert();
    }

    [Fact]
    public void A_figure_that_is_not_known_is_inconclusive()
    {
        var stranger = _good with { Memory = MemoryFigures.NotAvailable };

        Assert.Equal(
            "Inconclusive: expected stranger to have at most 1.0 B allocated per request, but this run has no such figure. "
            + "The memory of an app that is known only by its address is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave it out.",
            Failing.FirstLine(() => stranger.Should().HaveAllocatedBytesPerRequestOfAtMost(1)));
    }
}
