using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Findings that prevent a verdict of a gate or a comparison.</summary>
public class DoubtsTests
{
    private static readonly string[] _ofSpeed =
    [
        "MinRps", "MinIterationsPerSecond", "MaxMeanLatencyMs", "MaxP50LatencyMs", "MaxP90LatencyMs", "MaxP95LatencyMs", "MaxP99LatencyMs", "MaxP999LatencyMs", "MaxLatencyMs", "MaxUnsentPercent",
    ];

    public static TheoryData<string> Names => [.. typeof(FindingNames).GetFields().Select(f => (string)f.GetValue(null)!)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_finding_excuses_only_figures_that_it_can_explain(string name)
    {
        string[] expected = name switch
        {
            "NotSteady" => [.. _ofSpeed, "MaxCpuMicrosecondsPerRequest"],
            "GeneratorBound" or "LateSends" => _ofSpeed,
            "StillCompiling" => ["MaxAllocatedBytesPerRequest"],
            _ => [],
        };

        Assert.Equal(expected.Order(StringComparer.Ordinal), Excused(new Finding(name, FindingSeverity.Warning, "", "") { Explains = double.PositiveInfinity }));
        Assert.Empty(Excused(new Finding(name, FindingSeverity.Warning, "", "")));
    }

    [Theory]
    [InlineData(GateVerdict.Passed, "Candidate", "GeneratorBound", true)]
    [InlineData(GateVerdict.Passed, "Reference", "GeneratorBound", true)]
    [InlineData(GateVerdict.Failed, "Candidate", "GeneratorBound", false)]
    [InlineData(GateVerdict.Failed, "Candidate", "NotSteady", true)]
    [InlineData(GateVerdict.Failed, "Reference", "NotSteady", false)] // it can only hide the failure
    [InlineData(GateVerdict.Passed, "Candidate", "NotSteady", false)] // it would pass all the more
    [InlineData(GateVerdict.Passed, "Reference", "NotSteady", true)]
    [InlineData(GateVerdict.Inconclusive, "Reference", "NotSteady", false)]
    [InlineData(GateVerdict.Passed, "Candidate", "RequestLogging", false)]
    [InlineData(GateVerdict.Passed, "Candidate", "SidesApart", false)]
    [InlineData(GateVerdict.Passed, "Candidate", "CandidateTrailingWork", true)]
    [InlineData(GateVerdict.Failed, "Candidate", "CandidateTrailingWork", false)]
    [InlineData(GateVerdict.Failed, "Candidate", "ReferenceTrailingWork", true)]
    [InlineData(GateVerdict.Passed, "Candidate", "ReferenceTrailingWork", false)]
    [InlineData(GateVerdict.Passed, "Both", "ResponsesDiffer", true)]
    [InlineData(GateVerdict.Failed, "Both", "ResponsesDiffer", false)]
    [InlineData(GateVerdict.Passed, "Both", "OtherConditions", true)]
    [InlineData(GateVerdict.Failed, "Both", "OtherConditions", true)]
    public void Against(GateVerdict verdict, string side, string finding, bool expected) => Assert.Equal(expected, Prevents(verdict, side, Unbounded(finding)));

    [Theory]
    [InlineData(GateVerdict.Passed, "Candidate", "CandidateTrailingWork")]
    [InlineData(GateVerdict.Failed, "Candidate", "ReferenceTrailingWork")]
    [InlineData(GateVerdict.Failed, "Candidate", "NotSteady")]
    [InlineData(GateVerdict.Passed, "Reference", "NotSteady")]
    public void A_finding_explains_only_differences_up_to_its_bound(GateVerdict verdict, string side, string name)
    {
        var finding = Unbounded(name) with { Explains = 1.5 };

        Assert.True(Prevents(verdict, side, finding, margin: 0.3));
        Assert.False(Prevents(verdict, side, finding, margin: 0.5)); // 1.65 times
    }

    [Theory]
    [InlineData(GateVerdict.Passed, "Candidate", "GeneratorBound", false)] // allocated bytes don't depend on speed
    [InlineData(GateVerdict.Passed, "Candidate", "CandidateTrailingWork", true)] // but they are counted in the other side's slices too
    [InlineData(GateVerdict.Failed, "Candidate", "ReferenceTrailingWork", true)]
    [InlineData(GateVerdict.Failed, "Candidate", "NotSteady", true)] // and code that isn't optimized allocates more
    [InlineData(GateVerdict.Failed, "Reference", "NotSteady", false)]
    [InlineData(GateVerdict.Passed, "Candidate", "NotSteady", false)]
    [InlineData(GateVerdict.Passed, "Reference", "NotSteady", true)]
    [InlineData(GateVerdict.Passed, "Candidate", "SidesApart", true)] // and what the generator allocates is counted on one side only
    [InlineData(GateVerdict.Failed, "Candidate", "SidesApart", true)]
    [InlineData(GateVerdict.Inconclusive, "Candidate", "SidesApart", false)]
    [InlineData(GateVerdict.Passed, "Both", "OtherConditions", false)] // how many requests are in flight doesn't matter
    [InlineData(GateVerdict.Failed, "Both", "OtherConditions", false)]
    public void Against_a_verdict_on_allocated_bytes(GateVerdict verdict, string side, string finding, bool expected) =>
        Assert.Equal(expected, Prevents(verdict, side, Unbounded(finding), isExact: true));

    [Theory]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 300, true)]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 500, false)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 300, true)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 500, false)]
    public void A_finding_explains_only_as_many_allocated_bytes_as_it_has_seen(GateVerdict verdict, string finding, double margin, bool expected) =>
        Assert.Equal(expected, Prevents(verdict, "Candidate", Unbounded(finding) with { ExplainsBytes = 400 }, margin, isExact: true));

    [Theory]
    [InlineData(GateVerdict.Failed, "Candidate", 2, 318, true)] // of 536.6 B, half of what is above 100 B, and those
    [InlineData(GateVerdict.Failed, "Candidate", 2, 319, false)]
    [InlineData(GateVerdict.Passed, "Reference", 2, 318, true)]
    [InlineData(GateVerdict.Passed, "Reference", 2, 319, false)]
    [InlineData(GateVerdict.Failed, "Candidate", double.PositiveInfinity, 536, true)]
    [InlineData(GateVerdict.Failed, "Candidate", double.PositiveInfinity, 537, false)]
    public void Code_that_is_not_optimized_explains_a_part_of_what_its_side_allocates(GateVerdict verdict, string side, double factor, double margin, bool expected) =>
        Assert.Equal(expected, Prevents(verdict, side, Unbounded("NotSteady") with { Explains = factor }, margin, isExact: true));

    [Theory]
    [InlineData(GateVerdict.Passed, "Reference")]
    [InlineData(GateVerdict.Failed, "Candidate")]
    public void A_mistake_in_the_set_up_overrides_both_verdicts(GateVerdict verdict, string side) =>
        Assert.True(Prevents(verdict, side, new Finding("DebugBuild", FindingSeverity.Warning, "", "") { IsSetUpMistake = true }));

    private static Finding Unbounded(string name) => new(name, FindingSeverity.Warning, "", "")
    {
        Explains = double.PositiveInfinity,
        ExplainsBytes = double.PositiveInfinity,
    };

    private static bool Prevents(GateVerdict verdict, string side, Finding finding, double margin = 0, bool isExact = false)
    {
        return Doubts.OfComparison(verdict, isExact, [finding], Side("Reference"), Side("Candidate"), margin) is not null;

        LoadResult Side(string name) => MadeUp.Result(new LatencyHistogram()) with { Findings = name == side ? [finding] : [] };
    }

    private static IEnumerable<string> Excused(Finding finding)
    {
        var result = MadeUp.Result(new LatencyHistogram()) with { Findings = [finding] };
        return Figures.All.Where(f => Doubts.OfFailure(f, result, _ => true) is not null).Select(f => f.Gate).Order(StringComparer.Ordinal);
    }
}
