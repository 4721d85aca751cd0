using ThroughputKit.Comparison;
using ThroughputKit.Recording;
using ThroughputKit.Slices;
using ThroughputKit.Tests.Slices;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Comparisons of made-up placements: what is measured a second time, and the verdict.</summary>
public class ComparisonPassesTests
{
    private static readonly ComparisonGates _slowdown = new() { MaxSlowdownPercent = 5 };

    [Fact]
    public async Task A_candidate_that_is_slower_twice_fails()
    {
        var placements = new Script((_, noise) => Made.Placement(0.7 + noise));

        var result = Result(await MeasureAsync(new ComparisonGates { MaxSlowdownPercent = 5, MinRpsRatio = 0.6 }, placements));

        Assert.Equal(2, placements.Passes);
        Assert.Equal([GateVerdict.Failed, GateVerdict.Failed], result.Gates.Select(g => g.Verdict));
        Assert.All(result.Gates, g => Assert.EndsWith("the whole interval is beyond the limit, in both measurements", g.Message, StringComparison.Ordinal));
        Assert.Equal(0.497, result.RpsRatio!.Value, precision: 2);
        Assert.Equal("MaxSlowdownPercent", Assert.Throws<LoadGateException>(() => result.Verify()).Failures[0].Gate);
    }

    [Fact]
    public async Task A_candidate_that_is_slower_only_once_does_not_fail()
    {
        var placements = new Script((pass, noise) => Made.Placement((pass == 1 ? 0.7 : 0) + noise));

        var result = Result(await MeasureAsync(_slowdown, placements));

        Assert.Equal(2, placements.Passes);
        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.Contains("but a second measurement did not confirm it", Assert.Single(result.Gates).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failure_shows_the_interval_of_each_measurement()
    {
        // Together their interval is so wide that it contains the limit.
        var passes = await MeasureAsync(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 16 }, new Script((pass, noise) => Allocating(pass == 1 ? 20 : 5_000 + noise)));

        var gate = Assert.Single(Result(passes).Gates);

        Assert.Equal(GateVerdict.Failed, gate.Verdict);
        Assert.Contains(", 95% interval 20.0 to 20.0, then 5,0", gate.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_candidate_that_is_faster_passes_at_once()
    {
        var placements = new Script((_, noise) => Made.Placement(-0.7 + noise));

        var result = Result(await MeasureAsync(_slowdown, placements));

        Assert.Equal(1, placements.Passes);
        Assert.Equal(GateVerdict.Passed, result.Verdict);
        result.Verify();
        Assert.Contains("Passed MaxSlowdownPercent: RPS slowdown -", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_quantities_beyond_their_limits_are_measured_again()
    {
        var passes = await MeasureAsync(new ComparisonGates { MaxSlowdownPercent = 5, MinRpsRatio = 0.1 }, new Script((_, noise) => Made.Placement(0.7 + noise)));

        Assert.Equal("MaxSlowdownPercent", Assert.Single(passes.Again!.Tests).Quantity.Gate);
        Assert.Equal(["Failed", "Passed"], Result(passes).Gates.Select(g => g.Verdict.ToString()));
    }

    [Fact]
    public async Task Bytes_that_each_request_of_the_candidate_allocates_more_fail()
    {
        var placements = new Script((_, noise) => Allocating(536 + noise));

        var gate = Assert.Single(Result(await MeasureAsync(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 100 }, placements)).Gates);

        Assert.Equal(GateVerdict.Failed, gate.Verdict);
        Assert.StartsWith("extra bytes per request 536.0, 95% interval ", gate.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failed_request_ends_it_without_a_ratio()
    {
        var placements = new Script((_, noise) => Made.Placement(0.7 + noise) with { HasFailed = true });

        var result = Result(await MeasureAsync(_slowdown, placements));

        Assert.Equal((1, 1), (placements.Passes, placements.Measured));
        Assert.Null(result.RpsRatio);
        Assert.Empty(result.Gates);
    }

    [Fact]
    public async Task The_ratio_so_far_is_that_of_the_present_pass_once_it_has_an_interval()
    {
        ComparisonPasses? passes = null;
        List<RatioFigures?> seen = [];
        var script = new Script((pass, noise) =>
        {
            seen.Add(passes!.RpsRatioSoFar);
            return Made.Placement((pass == 1 ? 0.7 : 0.3) + noise);
        });

        passes = new ComparisonPasses(_slowdown);
        await passes.MeasureAsync(script, CancellationToken.None);

        Assert.All(seen.Take(Placement.MinCount), Assert.Null);
        Assert.NotNull(seen[Placement.MinCount]);
        Assert.Null(seen[passes.First.Placements.Count]); // the first placement of the second pass
        Assert.NotEqual(seen[Placement.MinCount]!.Value, passes.RpsRatioSoFar!.Value, tolerance: 0.1);
    }

    [Fact]
    public async Task An_error_in_the_second_pass_leaves_the_first()
    {
        var passes = new ComparisonPasses(_slowdown);
        var gone = new LoadTestException(new Problem("Nothing listens", "an app that runs", "Start it."));

        await Assert.ThrowsAsync<LoadTestException>(
            () => passes.MeasureAsync(new Script((pass, noise) => pass == 2 ? throw gone : Made.Placement(0.7 + noise)), CancellationToken.None));

        Assert.NotEmpty(passes.First.Placements);
        Assert.Contains("but there was no time for a second measurement to confirm it", Assert.Single(Result(passes).Gates).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pass_is_not_given_to_a_candidate_that_works_on_after_its_responses()
    {
        // At most 99.9% slower: it would pass.
        var passes = await MeasureAsync(new ComparisonGates { MaxSlowdownPercent = 99.9 }, new Script((_, noise) => Made.Placement(noise)));

        var gate = Assert.Single(Result(passes, ofCandidate: TrailingWork("CandidateTrailingWork")).Gates);

        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        Assert.EndsWith("the whole interval is within the limit; the finding CandidateTrailingWork prevents a verdict", gate.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_candidate_does_not_fail_for_a_reference_that_works_on_after_its_responses()
    {
        // A thousand times as fast: it would fail.
        var passes = await MeasureAsync(new ComparisonGates { MinRpsRatio = 1_000 }, new Script((_, noise) => Made.Placement(noise)));

        var gate = Assert.Single(Result(passes, ofReference: TrailingWork("ReferenceTrailingWork")).Gates);

        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        Assert.EndsWith("in both measurements; the finding ReferenceTrailingWork prevents a verdict", gate.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40_000, GateVerdict.Failed)]
    [InlineData(60_000, GateVerdict.Inconclusive)]
    public async Task A_candidate_fails_for_more_bytes_than_the_reference_allocates_after_its_responses(double explained, GateVerdict expected)
    {
        var passes = await MeasureAsync(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 100 }, new Script((_, noise) => Allocating(50_000 + noise)));

        var gate = Assert.Single(Result(passes, ofReference: TrailingWork("ReferenceTrailingWork") with { ExplainsBytes = explained }).Gates);

        Assert.Equal(expected, gate.Verdict);
    }

    [Fact]
    public async Task Bytes_of_too_few_requests_are_not_judged()
    {
        var passes = await MeasureAsync(new ComparisonGates { MaxExtraAllocatedBytesPerRequest = 100 }, new Script((_, noise) => Allocating(noise, requests: 1)));

        var gate = Assert.Single(Result(passes).Gates);

        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        Assert.StartsWith("this figure needs 1,000 successful requests on each side, and there were 64. Allow more time", gate.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reference_that_is_not_steady_withdraws_a_pass_and_no_failure()
    {
        var notSteady = new Finding("NotSteady", FindingSeverity.Warning, "Not steady.", "Wait.") { Explains = 2 };
        var faster = await MeasureAsync(_slowdown, new Script((_, noise) => Made.Placement(-0.3 + noise)));
        var slower = await MeasureAsync(_slowdown, new Script((_, noise) => Made.Placement(0.3 + noise)));

        Assert.EndsWith("the finding NotSteady prevents a verdict", Assert.Single(Result(faster, ofReference: notSteady).Gates).Message, StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Failed, Result(slower, ofReference: notSteady).Verdict);
        Assert.Equal(GateVerdict.Passed, Result(faster, ofCandidate: notSteady).Verdict);
        Assert.Equal(GateVerdict.Inconclusive, Result(slower, ofCandidate: notSteady).Verdict);
    }

    private static Finding TrailingWork(string name) => new(name, FindingSeverity.Warning, "It works on.", "Await the work.") { Explains = double.PositiveInfinity };

    private static Placement Allocating(double bytes, int requests = 1_000)
    {
        var slice = Made.Slice(1_000);
        var pair = new SlicePair(slice, slice with { AllocatedBytes = slice.AllocatedBytes + (long)(1_000 * bytes) });
        return Made.Placement() with { Blocks = [new Block(pair, pair)], Reference = Made.Latencies(1, requests), Candidate = Made.Latencies(1, requests) };
    }

    private static async Task<ComparisonPasses> MeasureAsync(ComparisonGates gates, IPlacements placements)
    {
        var passes = new ComparisonPasses(gates);
        await passes.MeasureAsync(placements, CancellationToken.None);
        return passes;
    }

    private static LoadComparisonResult Result(ComparisonPasses passes, Finding? ofReference = null, Finding? ofCandidate = null)
    {
        return ComparisonResultBuilder.Build(passes.First, passes.Again, Side(ofReference), Side(ofCandidate), new ComparisonGates());

        static LoadResult Side(Finding? finding) => MadeUp.Result(new LatencyHistogram()) with { Findings = finding is null ? [] : [finding] };
    }

    /// <summary>Placements by the number of the pass, each with a little noise, of which 64 fill the time.</summary>
    private sealed class Script(Func<int, double, Placement> next) : IPlacements
    {
        public int Passes { get; private set; } = 1;

        public int Measured { get; private set; }

        public double Progress => Measured / 64.0;

        public void BeginAgain() => (Passes, Measured) = (Passes + 1, 0);

        public Task<IReadOnlyList<Placement>> NextAsync(CancellationToken cancellationToken) =>
            Task.FromResult<IReadOnlyList<Placement>>([next(Passes, Measured++ % 2 == 0 ? 0.001 : -0.001)]);
    }
}
