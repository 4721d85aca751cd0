using ThroughputKit.Running;
using ThroughputKit.Tests.Baselines;

namespace ThroughputKit.Tests.Running;

/// <summary>When a run is repeated for allocated bytes, by a gate or by a baseline.</summary>
public class AttemptsTests
{
    private static readonly Finding _compiling = new("StillCompiling", FindingSeverity.Warning, "Code.", "Wait.")
    {
        Explains = 2,
    };

    [Theory]
    [InlineData(null, null, false)]
    [InlineData(1_010.0, null, true)]
    [InlineData(null, 1_010.0, true)]
    [InlineData(null, 2_000.0, false)] // passes
    [InlineData(null, 500.0, false)] // no finding explains that much
    [InlineData(2_000.0, 1_010.0, true)]
    [InlineData(null, double.MaxValue, false)] // a baseline without that figure
    public void A_miss_that_a_finding_may_explain_is_tried_again(double? gate, double? baseline, bool expected)
    {
        var test = LoadTest.Against("http://localhost:1").Get("/").Within(new LoadGates { MaxAllocatedBytesPerRequest = gate });

        Assert.Equal(expected, Attempts.MayChange(test.ForBaseline(baseline, hasCounts: false, isApproving: false).Plan, Measured.Found(Measured.Allocating(1_500), _compiling)));
        Assert.False(Attempts.MayChange(test.ForBaseline(baseline, hasCounts: false, isApproving: false).Plan, Measured.Allocating(1_500)));
    }
}
