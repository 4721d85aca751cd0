using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Which verdicts another attempt could change.</summary>
public class GateJudgeTests
{
    private static readonly LoadResult _result = MadeUp.Result(new LatencyHistogram());

    [Fact]
    public void Another_attempt_could_change_timing_near_its_limit() => Assert.True(Judge(_result, new() { MinRps = 19_000 }).MayChange);

    [Fact]
    public void Another_attempt_could_not_change_a_pass() => Assert.False(Judge(_result, new() { MinRps = 1_000 }).MayChange);

    [Fact]
    public void Another_attempt_could_not_change_failed_requests() =>
        Assert.False(Judge(_result with { Failed = 1 }, new() { MinRps = 19_000, MaxFailures = 0 }).MayChange);

    [Fact]
    public void Another_attempt_could_not_change_allocated_bytes_near_their_limit()
    {
        var large = _result with { Memory = _result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = 100_000, Windows = [100_000, 100_000] } } };

        var verdict = Judge(large, new() { MaxAllocatedBytesPerRequest = 100_000 });

        Assert.Single(verdict.Inconclusive);
        Assert.False(verdict.MayChange);
    }

    [Fact]
    public void Another_attempt_could_change_allocated_bytes_that_a_finding_explains()
    {
        var compiling = new Finding(FindingNames.StillCompiling, FindingSeverity.Warning, "Compiling.", "Wait.") { Explains = double.PositiveInfinity };

        var verdict = Judge(_result with { Findings = [compiling] }, new() { MaxAllocatedBytesPerRequest = 1 });

        Assert.Single(verdict.Inconclusive);
        Assert.True(verdict.MayChange);
    }

    [Fact]
    public void A_gate_on_an_unknown_figure_is_a_problem_and_no_pass()
    {
        var verdict = Judge(_result with { Memory = MemoryFigures.NotAvailable }, new() { MaxGen2Collections = 5, MinRps = 19_000 });

        var (gate, problem) = Assert.Single(verdict.Problems);
        Assert.Equal(nameof(LoadGates.MaxGen2Collections), gate);
        Assert.StartsWith("MaxGen2Collections is set, but this run has no such figure.", problem.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain(verdict.Passed, g => g.Gate == gate);
        Assert.False(verdict.MayChange);
    }

    private static Verdict Judge(LoadResult result, LoadGates gates) => GateJudge.JudgeEligible(result, gates);
}
