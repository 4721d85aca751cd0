using ThroughputKit.Recording;
using ThroughputKit.Tests.Assertions.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>The messages of assertions on a comparison.</summary>
public class LoadComparisonResultAssertionsTests
{
    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "Built without optimizations: Shop.", "Build in Release.") { IsSetUpMistake = true };

    [Fact]
    public void Passes_if_all_gates_passed_and_the_whole_interval_is_within_the_limit() =>
        Compared(GateVerdict.Passed).Should().HavePassed().And.HaveRpsRatioOfAtLeast(0.96);

    [Fact]
    public void A_failed_gate_fails_it()
    {
        var comparison = Compared(GateVerdict.Failed);

        Assert.Equal(
            $"Expected comparison to have passed its gates because it is a copy, but MaxSlowdownPercent: it says why.\n\nWith comparison:\n{comparison}".ReplaceLineEndings("\n"),
            Failing.Message(() => comparison.Should().HavePassed("it is a copy")));
    }

    [Fact]
    public void Noise_is_inconclusive_and_does_not_pass()
    {
        var comparison = Compared(GateVerdict.Inconclusive);

        Assert.Equal(
            "Inconclusive: expected comparison to have passed its gates, but MaxSlowdownPercent: it says why.",
            Failing.FirstLine(() => comparison.Should().HavePassed()));
        Assert.Equal(
            "Inconclusive: expected comparison to have at least 0.980 times the reference's RPS, but found 0.980 times the reference's RPS, 95% interval 0.960 to 1.000; "
            + "minimum 0.980. Too close to the limit to pass or fail.",
            Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(0.98)));
    }

    [Fact]
    public void A_ratio_that_is_clearly_too_low_fails()
    {
        var comparison = Compared(GateVerdict.Passed);

        Assert.Equal(
            "Expected comparison to have at least 1.100 times the reference's RPS, but found 0.980 times the reference's RPS, 95% interval 0.960 to 1.000; minimum 1.100.",
            Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(1.1)));
    }

    [Fact]
    public void Without_gates_there_is_nothing_to_pass()
    {
        var comparison = Compared(GateVerdict.Passed) with { Gates = [] };

        Assert.Equal(
            "Inconclusive: expected comparison to have passed its gates, but it can't be judged: The comparison has no gate. Expected: one gate or more. Set one with Within before RunAsync.",
            Failing.FirstLine(() => comparison.Should().HavePassed()));
    }

    [Fact]
    public void A_set_up_that_makes_figures_worthless_is_inconclusive()
    {
        var comparison = Compared(GateVerdict.Passed) with { Findings = [_debug], Candidate = Side() with { Findings = [_debug] } };

        Assert.Equal(
            "Inconclusive: expected comparison to have passed its gates, but it can't be judged: Built without optimizations: Shop. Expected: figures that can be trusted. Build in Release.",
            Failing.FirstLine(() => comparison.Should().HavePassed()));
        Assert.EndsWith("; the finding DebugBuild prevents a verdict.", Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(0.5)), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_passes_while_the_generator_hides_differences()
    {
        Finding bound = new("GeneratorBound", FindingSeverity.Warning, "Busy.", "More cores.");
        var comparison = Compared(GateVerdict.Passed) with { Findings = [bound], Reference = Side() with { Findings = [bound] } };

        Assert.EndsWith("; the finding GeneratorBound prevents a verdict.", Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(0.5)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(3)]
    public void Results_of_two_machines_neither_pass_nor_fail(double limit)
    {
        var reference = Side();
        var comparison = (reference with { Environment = reference.Environment with { Cores = 64 } }).ComparedWith(reference);

        var line = Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(limit));

        Assert.StartsWith("Inconclusive: expected comparison to have at least ", line, StringComparison.Ordinal);
        Assert.EndsWith("; the finding OtherConditions prevents a verdict.", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1.5, true)]
    [InlineData(3, false)]
    public void A_finding_prevents_a_failure_only_if_it_explains_its_size(double limit, bool expected)
    {
        Finding notSteady = new("NotSteady", FindingSeverity.Warning, "Not steady.", "Wait.") { Explains = 2 };
        var comparison = Compared(GateVerdict.Passed) with { Findings = [notSteady], Candidate = Side() with { Findings = [notSteady] } };

        Assert.Equal(
            expected,
            Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(limit)).EndsWith("; the finding NotSteady prevents a verdict.", StringComparison.Ordinal));
    }

    [Fact]
    public void Failed_requests_fail_a_candidate_and_make_a_reference_inconclusive()
    {
        var candidate = Compared(GateVerdict.Passed) with { RpsRatio = null, Gates = [], Candidate = Side() with { Failed = 3 } };
        var reference = Compared(GateVerdict.Passed) with { RpsRatio = null, Gates = [], Reference = Side() with { Failed = 3 } };

        Assert.Equal(
            "Expected candidate to have at least 0.500 times the reference's RPS, but 3 requests of the candidate failed; a comparison needs responses that succeed, whatever MaxFailures allows.",
            Failing.FirstLine(() => candidate.Should().HaveRpsRatioOfAtLeast(0.5)));
        Assert.StartsWith("Expected candidate to have passed its gates, but 3 requests", Failing.Message(() => candidate.Should().HavePassed()), StringComparison.Ordinal);
        Assert.StartsWith(
            "Inconclusive: expected reference to have at least 0.500 times the reference's RPS, but it can't be judged: 3 requests of the reference failed.",
            Failing.Message(() => reference.Should().HaveRpsRatioOfAtLeast(0.5)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Null_passes_nothing()
    {
        LoadComparisonResult? comparison = null;

        Assert.Equal("Expected comparison to have passed its gates, but it was <null>; there is nothing to judge.", Failing.FirstLine(() => comparison.Should().HavePassed()));
        Assert.EndsWith("but it was <null>; there is nothing to judge.", Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(1)), StringComparison.Ordinal);
    }

    private static LoadResult Side() => MadeUp.Result(new LatencyHistogram());

    private static LoadComparisonResult Compared(GateVerdict verdict) => new()
    {
        Reference = Side(),
        Candidate = Side(),
        RpsRatio = new RatioFigures(0.98, 0.96, 1),
        Gates = [new GateOutcome("MaxSlowdownPercent", verdict, "it says why")],
        Slices = 100,
        GeneratorShare = null,
        Elapsed = TimeSpan.FromSeconds(8),
        Findings = [],
    };
}
