using ThroughputKit.Baselines;

namespace ThroughputKit.Tests.Baselines;

/// <summary>Results that are no use for a baseline.</summary>
public class BaselineEligibilityTests
{
    [Fact]
    public void A_good_result_can_be_compared_and_approved() => Assert.Empty(BaselineEligibility.CheckForApproval(Measured.Result()));

    [Fact]
    public void A_result_that_no_run_has_made() => Assert.Equal(
        "The result doesn't know how it was measured. Allowed: a result as RunAsync returned it. A baseline is for these settings alone.",
        Assert.Single(BaselineEligibility.Check(Measured.Result() with { Settings = null })).ToString());

    [Fact]
    public void Too_few_responses() => Assert.Equal(
        "There are 999 complete responses, too few for exact figures. Allowed: 1,000 or more. Measure for longer with o.Duration, or set o.Requests.",
        Assert.Single(BaselineEligibility.Check(Measured.Result() with { Statuses = new Dictionary<int, long> { [200] = 900, [404] = 99 } })).ToString());

    [Fact]
    public void Bytes_that_no_window_confirms()
    {
        var result = Measured.Result();
        var unconfirmed = result with { Memory = result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = null, Windows = [10, 20], BackgroundBytesPerSecond = 0 } } };

        Assert.StartsWith(
            "The bytes allocated per request are not available: of 2 windows none confirmed the smallest (10.0 to 20.0 B per request). Allowed: a figure that windows of its own confirm.",
            Assert.Single(BaselineEligibility.Check(unconfirmed)).ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_the_runtime_has_miscounted() => Assert.Equal(
        "It fell. Allowed: figures that count. Fix it.",
        Assert.Single(BaselineEligibility.CheckForApproval(Found(new Finding("Miscount", FindingSeverity.Warning, "It fell.", "Fix it.")))).ToString());

    [Theory]
    [InlineData(FindingSeverity.Warning, true, 1)] // a Debug build
    [InlineData(FindingSeverity.Error, false, 1)]
    [InlineData(FindingSeverity.Warning, false, 0)] // not steady: about speed
    public void A_grave_doubt_forbids_approving(FindingSeverity severity, bool isSetUpMistake, int expected)
    {
        var result = Found(new Finding("Doubt", severity, "Something.", "Fix it.") { IsSetUpMistake = isSetUpMistake });

        Assert.Equal(expected, BaselineEligibility.CheckForApproval(result).Count());
        Assert.Empty(BaselineEligibility.Check(result));
    }

    private static LoadResult Found(Finding finding) => Measured.Result() with { Findings = [finding] };
}
