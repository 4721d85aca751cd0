using ThroughputKit.Baselines;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

public class KitEnvironmentTests
{
    [Fact]
    public void Nothing_set_changes_nothing()
    {
        var environment = Of([]);

        Assert.Equal((null, null, null, TimeSpan.FromMinutes(10)), (environment.SkipReason, environment.OnInconclusive, environment.CiVariable, environment.MaxWait));
        Assert.Empty(environment.Check());
    }

    [Theory]
    [InlineData("CI", "true", true)]
    [InlineData("CI", "True", true)]
    [InlineData("CI", "1", true)]
    [InlineData("CI", "false", false)]
    [InlineData("CI", "", false)]
    [InlineData("TF_BUILD", "True", true)]
    public void Knows_a_build_server(string name, string value, bool expected) =>
        Assert.Equal(expected ? name : null, Of(new() { [name] = value }).CiVariable);

    [Theory]
    [InlineData("warn", InconclusivePolicy.Warn)]
    [InlineData("Skip", InconclusivePolicy.Skip)]
    [InlineData("FAIL", InconclusivePolicy.Fail)]
    public void Reads_the_policy(string value, InconclusivePolicy expected) =>
        Assert.Equal(expected, Of(new() { [KitEnvironment.InconclusiveVariable] = value }).OnInconclusive);

    [Theory]
    [InlineData("1", true)]
    [InlineData("true", true)]
    [InlineData("0", false)]
    [InlineData("False", false)]
    public void Reads_whether_to_skip(string value, bool expected)
    {
        var environment = Of(new() { [KitEnvironment.SkipVariable] = value });

        Assert.Equal(expected, environment.SkipReason is not null);
        Assert.Empty(environment.Check());
    }

    [Theory]
    [InlineData("", 1)]
    [InlineData("10", 10)]
    [InlineData("0.5", 0.5)]
    public void Reads_the_factor_of_durations(string value, double expected)
    {
        var environment = Of(new() { [KitEnvironment.DurationFactorVariable] = value });

        Assert.Equal(expected, environment.DurationFactor);
        Assert.Empty(environment.Check());
    }

    [Theory]
    [InlineData("0")]
    [InlineData("101")]
    [InlineData("-2")]
    [InlineData("NaN")]
    [InlineData("long")]
    public void An_invalid_factor_is_an_error(string value) => Assert.Equal(
        $"THROUGHPUTKIT_DURATION_FACTOR is '{value}'. Expected: 0.1 to 100. 10 makes every load ten times as long. Unset it to keep the durations unchanged.",
        Assert.Single(Of(new() { [KitEnvironment.DurationFactorVariable] = value }).Check()).ToString());

    [Theory]
    [InlineData("1", true)]
    [InlineData("True", true)]
    [InlineData("0", false)]
    [InlineData("", false)]
    public void Reads_whether_to_approve(string value, bool expected)
    {
        var environment = Of(new() { [Approval.Variable] = value });

        Assert.Equal(expected, environment.IsApproving);
        Assert.Empty(environment.Check());
    }

    [Theory]
    [InlineData("CI", "true")]
    [InlineData("TF_BUILD", "True")]
    public void A_build_server_must_not_approve(string name, string value) => Assert.Equal(
        $"THROUGHPUTKIT_APPROVE is set on a build server ({name} is set). Expected: approval on a machine where someone reviews and commits the changes. "
        + "Unset it for this job. With it, every test would pass.",
        Assert.Single(Of(new() { [Approval.Variable] = "1", [name] = value }).Check()).ToString());

    [Theory]
    [InlineData("0", 0)]
    [InlineData("2.5", 2.5)]
    [InlineData("86400", 86_400)]
    public void Reads_the_wait(string value, double expected) =>
        Assert.Equal(TimeSpan.FromSeconds(expected), Of(new() { [KitEnvironment.MaxWaitVariable] = value }).MaxWait);

    [Theory]
    [InlineData("", null)]
    [InlineData("none", "")]
    [InlineData("None", "")]
    [InlineData("json", "Json")]
    [InlineData("CSV, html,junit,md,", "Html Md Junit Csv")]
    public void Reads_the_formats_of_reports(string value, string? expected)
    {
        var environment = Of(new() { [KitEnvironment.ReportsVariable] = value });

        Assert.Equal(expected, environment.Reports is { } formats ? string.Join(' ', formats) : null);
        Assert.Empty(environment.Check());
    }

    [Theory]
    [InlineData("pdf")]
    [InlineData("html,none")]
    [InlineData("1")]
    [InlineData(",")]
    public void Other_formats_of_reports_are_errors(string value) =>
        Assert.StartsWith($"THROUGHPUTKIT_REPORTS is '{value}'. Expected: html, json, md, junit or csv, ", Assert.Single(Of(new() { [KitEnvironment.ReportsVariable] = value }).Check()).ToString(), StringComparison.Ordinal);

    [Theory]
    [InlineData(KitEnvironment.SkipVariable, "yes", "THROUGHPUTKIT_SKIP is 'yes'. Expected: 1 to skip throughput tests, 0 or nothing to run them.")]
    [InlineData("THROUGHPUTKIT_NO_URING", "yes", "THROUGHPUTKIT_NO_URING is 'yes'. Expected: 1 to leave out the engine on io_uring, 0 or nothing to use it where it is the fastest.")]
    [InlineData(KitEnvironment.InconclusiveVariable, "pass", "THROUGHPUTKIT_INCONCLUSIVE is 'pass'. Expected: Warn, Skip or Fail. Unset it to use the setting of each test.")]
    [InlineData(KitEnvironment.InconclusiveVariable, "1", "THROUGHPUTKIT_INCONCLUSIVE is '1'. Expected: Warn, Skip or Fail. Unset it to use the setting of each test.")]
    [InlineData(Approval.Variable, "yes", "THROUGHPUTKIT_APPROVE is 'yes'. Expected: 1 to write baselines, 0 or nothing to judge by them.")]
    [InlineData(KitEnvironment.MaxWaitVariable, "-1", "THROUGHPUTKIT_MAX_WAIT_SECONDS is '-1'. Expected: 0 to 86400. Unset it for the default of 10 minutes.")]
    [InlineData(KitEnvironment.MaxWaitVariable, "NaN", "THROUGHPUTKIT_MAX_WAIT_SECONDS is 'NaN'. Expected: 0 to 86400. Unset it for the default of 10 minutes.")]
    public void Invalid_values_are_errors(string name, string value, string expected) =>
        Assert.Equal(expected, Assert.Single(Of(new() { [name] = value }).Check()).ToString());

    private static KitEnvironment Of(Dictionary<string, string> variables) => new(variables.GetValueOrDefault);
}
