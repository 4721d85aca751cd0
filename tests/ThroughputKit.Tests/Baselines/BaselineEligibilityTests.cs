using ThroughputKit.Baselines;

namespace ThroughputKit.Tests.Baselines;

/// <summary>Results that can't be compared with a baseline or approved.</summary>
public class BaselineEligibilityTests
{
    [Fact]
    public void A_good_result_can_be_compared_and_approved() => Assert.Empty(BaselineEligibility.CheckForApproval(Measured.Result()));

    [Fact]
    public void A_result_not_made_by_a_run_is_an_error() => Assert.Equal(
        "The result has no settings. Expected: a result returned by RunAsync. A baseline applies only to the settings that it was approved with.",
        Assert.Single(BaselineEligibility.Check(Measured.Result() with { Settings = null })).ToString());

    [Fact]
    public void Too_few_responses_are_an_error() => Assert.Equal(
        "There are 999 complete responses, too few for exact figures. Expected: 1,000 or more. "
        + "A response takes 2.00 ms: measure for 7 s with o.Duration, or set o.Requests.",
        Assert.Single(BaselineEligibility.Check(Measured.Result() with { Statuses = new Dictionary<int, long> { [200] = 900, [404] = 99 } })).ToString());

    [Fact]
    public void Too_few_responses_of_an_app_that_became_slow_say_so_first() => Assert.StartsWith(
        "2,190.0 B allocated per request (1,000.0 approved), 97.8 RPS (20,000 approved, -99.5%), 2.00 ms p50 (2.00 approved, +0.0%), "
        + "2.00 ms p99 (2.00 approved, +0.0%); timing is not judged. There are 489 complete responses, too few for exact figures. ",
        Assert.Single(BaselineEligibility.Check(
            Measured.Allocating(2_190) with { Rps = 97.8, Statuses = new Dictionary<int, long> { [200] = 489 } }, Measured.Baseline())).ToString(),
        StringComparison.Ordinal);

    [Fact]
    public void Unconfirmed_bytes_are_an_error()
    {
        var result = Measured.Result();
        var unconfirmed = result with { Memory = result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = null, Windows = [10, 20], BackgroundBytesPerSecond = 0 } } };

        Assert.StartsWith(
            "The bytes allocated per request are not available: 2 short windows disagreed (10.0 to 20.0 B per request), so nothing confirms the smallest. Expected: a figure confirmed by separate windows.",
            Assert.Single(BaselineEligibility.Check(unconfirmed)).ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Miscounted_bytes_are_not_approved() => Assert.Equal(
        "It fell. Expected: figures that can be trusted. Fix it.",
        Assert.Single(BaselineEligibility.CheckForApproval(Found(new Finding("Miscount", FindingSeverity.Warning, "It fell.", "Fix it.")))).ToString());

    [Fact]
    public void Bytes_of_a_request_that_was_sent_alone_are_in_no_baseline() =>
        Assert.Empty(BaselineEligibility.CheckForApproval(Found(new Finding("Miscount", FindingSeverity.Warning, "It fell.", "Fix it.") { Endpoint = "orders" })));

    [Theory]
    [InlineData(FindingSeverity.Warning, true, 1)] // a Debug build
    [InlineData(FindingSeverity.Error, false, 1)]
    [InlineData(FindingSeverity.Warning, false, 0)]
    public void Serious_findings_prevent_approval(FindingSeverity severity, bool isSetUpMistake, int expected)
    {
        var result = Found(new Finding("Doubt", severity, "Something.", "Fix it.") { IsSetUpMistake = isSetUpMistake });

        Assert.Equal(expected, BaselineEligibility.CheckForApproval(result).Count());
        Assert.Empty(BaselineEligibility.Check(result));
    }

    [Fact]
    public void A_miscount_in_the_window_does_not_matter_if_separate_windows_know_the_bytes() => Assert.Empty(BaselineEligibility.CheckForApproval(
        Measured.Found(Measured.AllocatingApart(1_000), new Finding("Miscount", FindingSeverity.Warning, "It fell.", "Fix it."))));

    [Theory]
    [InlineData("StillCompiling", true, true)]
    [InlineData("NotSteady", false, true)]
    [InlineData("NotSteady", true, false)] // separate windows wait for the compiler
    [InlineData("Background", true, false)]
    public void Bytes_of_code_that_may_not_be_optimized_yet_are_not_approved(string finding, bool apart, bool isRefused)
    {
        var result = Measured.Found(apart ? Measured.AllocatingApart(1_000) : Measured.Allocating(1_000), new Finding(finding, FindingSeverity.Warning, "Cold.", "Wait."));

        Assert.Equal(
            isRefused ? ["Cold. Expected: figures that can be trusted. Wait."] : [],
            BaselineEligibility.CheckForApproval(result).Select(p => $"{p}"));
        Assert.Empty(BaselineEligibility.Check(result));
    }

    [Fact]
    public void An_app_that_is_not_steady_still_sends_the_same_bytes() => Assert.Empty(BaselineEligibility.CheckForApproval(
        Found(new Finding("NotSteady", FindingSeverity.Warning, "Cold.", "Wait.")) with { Memory = MemoryFigures.NotAvailable }));

    private static LoadResult Found(Finding finding) => Measured.Result() with { Findings = [finding] };
}
