using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Tests that are compared with a reference, or that run a comparison themselves.</summary>
public sealed class GatedTestComparisonTests : GatedTestBase
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_test_is_compared_with_its_reference()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(
            nameof(Methods.Waits), new() { Reference = nameof(Methods.DoesNotWait), Comparison = new() { MaxSlowdownPercent = 50 }, MaxComparisonSeconds = 8 }));

        Assert.Equal("MaxSlowdownPercent", Assert.Single(exception.Failures).Gate);
        Assert.Contains("Reference: GET /text", exception.Message, StringComparison.Ordinal);
        Assert.Contains(", compare ", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_test_that_is_within_the_limits_of_its_reference_passes()
    {
        var outcome = await RunAsync(nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.Waits), Comparison = new() { MinRpsRatio = 2 }, MaxComparisonSeconds = 8 });

        Assert.Equal(new TestOutcome(null, null), outcome);
        Assert.Contains(_output, line => line.StartsWith("  Passed      MinRpsRatio: ", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_test_with_another_load_than_its_reference_is_not_judged()
    {
        var outcome = await RunAsync(
            nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.HasMoreConnections), Comparison = new() { MaxP50IncreasePercent = 1 }, MaxComparisonSeconds = 8 });

        Assert.StartsWith(
            "Inconclusive: not judged: MaxP50IncreasePercent." + Environment.NewLine + "- Warning OtherConditions: The sides have different numbers of requests in flight: "
                + "16 connections, for the reference; 4 connections, for the candidate. ",
            outcome.Warning,
            StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_built_in_reference_has_the_load_of_the_test()
    {
        await RunAsync(
            nameof(Methods.HasMoreConnections), new() { Reference = ThroughputReference.BuiltIn, Comparison = new() { MinRpsRatio = 0.001 }, MaxComparisonSeconds = 8 });

        Assert.Contains(_output, line => line.StartsWith("  Passed      MinRpsRatio: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_reference_whose_requests_fail_is_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.EveryThirdFails), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.Matches("^The test could not be judged\\. [0-9,]+ requests? of the reference failed\\. Expected: a reference without failures\\. ", exception.Message);
    }

    [Fact]
    public async Task A_reference_that_cannot_be_compared_is_reported_before_anything_runs()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsTest), new() { Reference = nameof(Methods.HasARate), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.StartsWith("The reference has a rate set.", Assert.Single(exception.Problems).ToString(), StringComparison.Ordinal);
        Assert.Empty(_output);
    }

    [Fact]
    public async Task Attempts_leave_enough_of_the_timeout_for_the_comparison()
    {
        await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(
            nameof(Methods.DoesNotWait),
            new() { Reference = nameof(Methods.ThrowsAtStart), Comparison = new() { MinRpsRatio = 0.1 }, MaxComparisonSeconds = 60, Gates = new() { MinRps = 1e9 } },
            timeout: TimeSpan.FromSeconds(120)));

        Assert.Single(_output, line => line.StartsWith("GET /text: ", StringComparison.Ordinal)); // without a comparison, it would be tried three times
    }

    [Fact]
    public async Task A_reference_that_returns_null_is_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsTest), new() { Reference = nameof(Methods.ReturnsNull), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.StartsWith("ReturnsNull returned null.", Assert.Single(exception.Problems).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comparison_that_cannot_run_keeps_what_was_measured_before_it()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.DoesNotWait), new() { Reference = nameof(Methods.ThrowsAtStart), Comparison = new() { MinRpsRatio = 0.1 } }));

        Assert.Contains("The connection string 'Shop' is missing.", exception.Message, StringComparison.Ordinal);
        Assert.StartsWith("GET /text: ", Assert.Single(_output), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_returned_comparison_is_judged_by_the_gates_of_the_attribute()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(
            () => RunAsync(nameof(Methods.Compares), new() { Comparison = new() { MinRpsRatio = 0.5 }, MaxComparisonSeconds = 8 }));

        Assert.Equal("MinRpsRatio", Assert.Single(exception.Failures).Gate);
    }

    [Theory]
    [InlineData(nameof(Methods.ComparesWithOneThatFails))]
    [InlineData(nameof(Methods.ReturnsTaskOfComparison))]
    [InlineData(nameof(Methods.ReturnsValueTaskOfComparison))]
    public async Task A_returned_comparison_is_judged_by_its_own_gates(string name)
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunAsync(name, new()));

        Assert.Contains("of the candidate failed", Assert.Single(exception.Failures).Message, StringComparison.Ordinal);
        Assert.Contains(" s: compare ", _output[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_returned_comparison_without_a_gate_is_an_error_before_anything_runs()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.Compares), new()));

        Assert.Equal(
            "The comparison that Compares returned has no gate. Expected: one gate or more. Set one on the attribute, such as MaxSlowdownPercent, or with Within.",
            Assert.Single(exception.Problems));
        Assert.Empty(_output);
    }

    [Fact]
    public async Task Gates_on_the_attribute_and_on_the_comparison_are_an_error()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ComparesWithOneThatFails), new() { Comparison = new() { MaxSlowdownPercent = 5 } }));

        Assert.StartsWith("MaxSlowdownPercent is set on ComparesWithOneThatFails, and its comparison has gates of its own.", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }
}
