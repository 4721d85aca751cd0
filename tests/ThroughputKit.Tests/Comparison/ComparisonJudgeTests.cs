using ThroughputKit.Comparison;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>What a comparison comes to among the gates of a test.</summary>
public class ComparisonJudgeTests
{
    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "The reference is a Debug build.", "Use Release.") { IsSetUpMistake = true };

    [Fact]
    public void A_reference_that_fails_is_an_error_and_no_noise()
    {
        var verdict = ComparisonJudge.Judge(Compared() with { RpsRatio = null, Gates = [], Reference = Side() with { Failed = 1 } });

        Assert.Empty(verdict.Inconclusive);
        Assert.Equal(
            "1 request of the reference failed. Allowed: a reference without failures. There is nothing to compare with.",
            Assert.Single(verdict.Problems).ToString());
        Assert.Equal("Reference", Assert.Single(verdict.WithProblemsAsFailures().Failed).Gate);
    }

    [Fact]
    public void A_reference_that_has_gone_says_how()
    {
        var gone = new Finding("AppStopped", FindingSeverity.Error, "The app exited with code 134 before the run ended.", "Its output ended with: The disk is full.");

        var verdict = ComparisonJudge.Judge(Compared() with { RpsRatio = null, Gates = [], Reference = Side() with { Failed = 2, Findings = [gone] } });

        Assert.EndsWith(
            "There is nothing to compare with. The app exited with code 134 before the run ended. Its output ended with: The disk is full.",
            Assert.Single(verdict.Problems).ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_placements_are_an_error() => Assert.Equal(
        "There are 2 placements. Allowed: four or more. A placement is four slices or more, and a slice takes as long as its slowest request: allow more time with MaxDuration, or MaxComparisonSeconds on an attribute.",
        Assert.Single(ComparisonJudge.Judge(Compared() with { RpsRatio = null, Placements = 2, Gates = [] }).Problems).ToString());

    [Fact]
    public void A_candidate_that_fails_is_its_own_fault() => Assert.Equal(
        "3 requests of the candidate failed; a comparison needs responses that succeed, whatever MaxFailures allows",
        Assert.Single(ComparisonJudge.Judge(Compared() with { RpsRatio = null, Candidate = Side() with { Failed = 3 } }).Failed).ToString());

    [Fact]
    public void A_mistake_in_the_set_up_of_the_reference_is_told()
    {
        var verdict = ComparisonJudge.Judge(Compared() with { Findings = [_debug], Reference = Side() with { Findings = [_debug] } });

        Assert.Equal(["MaxSlowdownPercent"], verdict.NotJudged);
        Assert.Equal([_debug], verdict.Mistakes);
    }

    [Fact]
    public void Noise_leaves_it_open()
    {
        var verdict = ComparisonJudge.Judge(Compared());

        Assert.Equal("MaxSlowdownPercent: it could not be told", Assert.Single(verdict.Inconclusive).ToString());
        Assert.Empty(verdict.Problems);
    }

    [Fact]
    public void In_code_what_noise_left_open_passes_and_says_so()
    {
        var errors = Console.Error;
        using var told = new StringWriter();
        Console.SetError(TextWriter.Synchronized(told));
        try
        {
            var result = Compared();
            Assert.Same(result, result.Verify());
        }
        finally
        {
            Console.SetError(errors);
        }

        Assert.Contains("Inconclusive: MaxSlowdownPercent: it could not be told", told.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void In_code_what_noise_left_open_fails_where_that_is_asked_for() => Assert.Equal(
        "Inconclusive: MaxSlowdownPercent: it could not be told",
        Assert.Throws<LoadInconclusiveException>(() => Compared().Verify(failIfInconclusive: true)).Message);

    [Fact]
    public void A_comparison_without_a_gate_is_an_error_and_no_pass()
    {
        Assert.Equal(
            "The comparison has no gate. Allowed: one gate or more. Set one with Within before RunAsync.",
            Assert.Single(ComparisonJudge.Judge(Compared() with { Gates = [] }).Problems).ToString());
        Assert.Empty(ComparisonJudge.Judge(Compared() with { Gates = [], RpsRatio = null, Candidate = Side() with { Failed = 3 } }).Problems); // fails with that
    }

    [Fact]
    public void Within_a_test_only_missing_gates_throw_at_once()
    {
        var scope = new TestRunScope(new LoadGates(), timeLimit: null, CancellationToken.None);
        scope.Enter();
        try
        {
            Assert.Throws<LoadTestException>(() => (Compared() with { Gates = [] }).Verify());
            (Compared() with { Findings = [_debug] }).Verify();
        }
        finally
        {
            scope.Leave();
        }
    }

    [Fact]
    public void In_code_what_says_nothing_throws()
    {
        Assert.Throws<LoadTestException>(() => (Compared() with { Gates = [] }).Verify());
        Assert.Throws<LoadTestException>(() => (Compared() with { Findings = [_debug] }).Verify());
        Assert.Throws<LoadTestException>(() => (Compared() with { RpsRatio = null, Gates = [] }).Verify());
        Assert.Throws<LoadGateException>(() => (Compared() with { Candidate = Side() with { Failed = 3 } }).Verify());
    }

    private static LoadResult Side() => MadeUp.Result(new LatencyHistogram());

    private static LoadComparisonResult Compared() => new()
    {
        Reference = Side(),
        Candidate = Side(),
        RpsRatio = new RatioFigures(1, 0.99, 1.01),
        Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Inconclusive, "it could not be told")],
        Slices = 100,
        GeneratorShare = null,
        Elapsed = TimeSpan.FromSeconds(8),
        Findings = [],
    };
}
