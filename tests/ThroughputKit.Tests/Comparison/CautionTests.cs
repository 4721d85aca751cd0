using ThroughputKit.Comparison;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Findings that take a verdict back.</summary>
public class CautionTests
{
    [Theory]
    [InlineData(ComparisonVerdict.Passed, "GeneratorBound", true)]
    [InlineData(ComparisonVerdict.Failed, "GeneratorBound", false)]
    [InlineData(ComparisonVerdict.Failed, "NotSteady", true)]
    [InlineData(ComparisonVerdict.Passed, "NotSteady", false)]
    [InlineData(ComparisonVerdict.Passed, "RequestLogging", false)]
    [InlineData(ComparisonVerdict.Passed, "CandidateWorksOn", true)]
    [InlineData(ComparisonVerdict.Failed, "CandidateWorksOn", false)]
    [InlineData(ComparisonVerdict.Failed, "ReferenceWorksOn", true)]
    [InlineData(ComparisonVerdict.Passed, "ReferenceWorksOn", false)]
    public void Against(ComparisonVerdict verdict, string finding, bool expected) =>
        Assert.Equal(expected, Caution.Against(Quantities.Rps, verdict, [new Finding(finding, FindingSeverity.Warning, "", "")]) is not null);

    [Theory]
    [InlineData(ComparisonVerdict.Passed, "CandidateWorksOn", 0.3, true)]
    [InlineData(ComparisonVerdict.Passed, "CandidateWorksOn", 0.5, false)]
    [InlineData(ComparisonVerdict.Failed, "ReferenceWorksOn", 0.3, true)]
    [InlineData(ComparisonVerdict.Failed, "ReferenceWorksOn", 0.5, false)] // a thirtieth of the throughput isn't explained by a third of a turn
    public void Work_after_responses_explains_only_so_much(ComparisonVerdict verdict, string finding, double margin, bool expected) =>
        Assert.Equal(expected, Caution.Against(Quantities.Rps, verdict, [new Finding(finding, FindingSeverity.Warning, "", "") { Explains = 0.4 }], margin) is not null);

    [Theory]
    [InlineData(ComparisonVerdict.Passed, "GeneratorBound")]
    [InlineData(ComparisonVerdict.Failed, "NotSteady")]
    public void Allocated_bytes_do_not_depend_on_speed(ComparisonVerdict verdict, string finding) =>
        Assert.Null(Caution.Against(Quantities.All[^1], verdict, [new Finding(finding, FindingSeverity.Warning, "", "")]));

    [Theory]
    [InlineData(ComparisonVerdict.Passed, "CandidateWorksOn")]
    [InlineData(ComparisonVerdict.Failed, "ReferenceWorksOn")]
    public void Allocated_bytes_fall_into_the_other_sides_slices_too(ComparisonVerdict verdict, string finding) =>
        Assert.NotNull(Caution.Against(Quantities.All[^1], verdict, [new Finding(finding, FindingSeverity.Warning, "", "")]));

    [Theory]
    [InlineData(ComparisonVerdict.Passed)]
    [InlineData(ComparisonVerdict.Failed)]
    public void A_mistake_in_the_set_up_goes_against_both(ComparisonVerdict verdict) =>
        Assert.NotNull(Caution.Against(Quantities.Rps, verdict, [new Finding("DebugBuild", FindingSeverity.Warning, "", "") { IsSetUpMistake = true }]));
}
