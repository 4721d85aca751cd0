using ThroughputKit.Gates;

namespace ThroughputKit.Tests.Gates;

/// <summary>Findings that prevent a verdict of a comparison.</summary>
public class DoubtsTests
{
    [Theory]
    [InlineData(GateVerdict.Passed, "GeneratorBound", true)]
    [InlineData(GateVerdict.Failed, "GeneratorBound", false)]
    [InlineData(GateVerdict.Failed, "NotSteady", true)]
    [InlineData(GateVerdict.Passed, "NotSteady", false)]
    [InlineData(GateVerdict.Passed, "RequestLogging", false)]
    [InlineData(GateVerdict.Passed, "ResponsesDiffer", true)]
    [InlineData(GateVerdict.Failed, "ResponsesDiffer", false)]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", true)]
    [InlineData(GateVerdict.Failed, "CandidateTrailingWork", false)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", true)]
    [InlineData(GateVerdict.Passed, "ReferenceTrailingWork", false)]
    public void Against(GateVerdict verdict, string finding, bool expected) =>
        Assert.Equal(expected, Doubts.OfComparison(verdict, isExact: false, [new Finding(finding, FindingSeverity.Warning, "", "")]) is not null);

    [Theory]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 0.3, true)]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 0.5, false)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 0.3, true)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 0.5, false)] // a thirtieth of the throughput isn't explained by a third of a turn
    [InlineData(GateVerdict.Failed, "NotSteady", 0.3, true)]
    [InlineData(GateVerdict.Failed, "NotSteady", 0.5, false)]
    public void A_finding_explains_only_differences_up_to_its_bound(GateVerdict verdict, string finding, double margin, bool expected) =>
        Assert.Equal(expected, Doubts.OfComparison(verdict, isExact: false, [new Finding(finding, FindingSeverity.Warning, "", "") { Explains = 0.4 }], margin) is not null);

    [Theory]
    [InlineData(GateVerdict.Passed, "GeneratorBound")]
    [InlineData(GateVerdict.Failed, "NotSteady")]
    public void Allocated_bytes_do_not_depend_on_speed(GateVerdict verdict, string finding) =>
        Assert.Null(Doubts.OfComparison(verdict, isExact: true, [new Finding(finding, FindingSeverity.Warning, "", "")]));

    [Theory]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork")]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork")]
    public void Allocated_bytes_are_counted_in_the_other_sides_slices_too(GateVerdict verdict, string finding) =>
        Assert.NotNull(Doubts.OfComparison(verdict, isExact: true, [new Finding(finding, FindingSeverity.Warning, "", "")]));

    [Theory]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 300, true)]
    [InlineData(GateVerdict.Passed, "CandidateTrailingWork", 500, false)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 300, true)]
    [InlineData(GateVerdict.Failed, "ReferenceTrailingWork", 500, false)]
    public void A_finding_explains_only_as_many_allocated_bytes_as_it_has_seen(GateVerdict verdict, string finding, double margin, bool expected) =>
        Assert.Equal(expected, Doubts.OfComparison(verdict, isExact: true, [new Finding(finding, FindingSeverity.Warning, "", "") { ExplainsBytes = 400 }], margin) is not null);

    [Theory]
    [InlineData(GateVerdict.Passed)]
    [InlineData(GateVerdict.Failed)]
    public void A_mistake_in_the_set_up_overrides_both_verdicts(GateVerdict verdict) =>
        Assert.NotNull(Doubts.OfComparison(verdict, isExact: false, [new Finding("DebugBuild", FindingSeverity.Warning, "", "") { IsSetUpMistake = true }]));
}
