using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Wrong test methods fail by name; none is skipped in silence, none hangs.</summary>
[Collection(TestsOfAllSpecimens.Name)]
public class WrongShapeTests
{
    [Theory]
#if !XUNIT_V3
    [InlineData("Parameters", "Parameters has 1 parameter and gets 0 values.")]
    [InlineData("No_rows", "No_rows has no data.")]
#endif
    [InlineData("Gates_nothing", "MinRps is set on Gates_nothing, which runs its load itself.")]
    [InlineData("Async_void", "Async_void is async void.")]
    [InlineData("Null", "Null returned null.")]
    [InlineData("Text", "Text returns String.")]
    [InlineData("A_static_host_that_is_gone", "The host has been disposed.")]
    [InlineData("Options", "Connections is set on Options, which runs its load itself.")]
    [InlineData("Too_slow", "Too_slow did not finish within its Timeout of 1,000 ms.")]
    public async Task Says_what_is_wrong(string name, string problem)
    {
        var test = (await AllSpecimens.RunAsync())[$"WrongShapes.{name}"];

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith($"ThroughputKit.LoadTestException : The load test could not be run. {problem} Expected: ", test.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Compares_without_gates", "The load test could not be run. The comparison that Compares_without_gates returned has no gate.")]
    [InlineData("Compares_without_gates_and_verifies", "The comparison could not be judged. The comparison has no gate.")]
    public async Task A_comparison_without_gates_does_not_pass(string name, string message)
    {
        var test = (await AllSpecimens.RunAsync())[$"WrongShapes.{name}"];

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith($"ThroughputKit.LoadTestException : {message} Expected: one gate or more. ", test.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reports_all_problems_with_gates()
    {
        var test = (await AllSpecimens.RunAsync())["WrongShapes.Gates"];

        Pattern.Matches(
            """
            ThroughputKit.LoadTestException : The load test could not be run, for 2 reasons:
            - MinRps is -5. Expected: above zero, and finite. Leave the gate out if you don't need it.
            - MaxP50LatencyMs is 20 and MaxP95LatencyMs is 10. Expected: MaxP50LatencyMs at most MaxP95LatencyMs. A lower percentile is never above a higher one, so MaxP50LatencyMs could never fail alone. Are the two swapped?
            """,
            test.Message);
    }

    [Theory]
#if XUNIT_V3
    [InlineData("Parameters", "[Fact] methods are not allowed to have parameters. Did you mean to use [Theory]?")]
    [InlineData("No_rows", "No data found for XunitSpecimens.WrongShapes.No_rows")]
    [InlineData("No_data", "No data found for XunitSpecimens.WrongShapes.No_data")]
#else
    [InlineData("No_data", "System.InvalidOperationException : No data found for XunitSpecimens.WrongShapes.No_data")]
#endif
    public async Task Xunit_reports_what_it_refuses(string name, string message)
    {
        var test = (await AllSpecimens.RunAsync())[$"WrongShapes.{name}"];

        Assert.Equal(("Failed", message), (test.Outcome, test.Message));
    }

    [Fact]
    public async Task A_fixture_for_an_app_that_cannot_start_says_so_once()
    {
        var tests = (await AllSpecimens.RunAsync()).Tests.Where(t => t.Name.Contains(".BrokenHost.", StringComparison.Ordinal)).ToArray();

        Assert.Equal(3, tests.Length);
        Assert.All(tests, t => Assert.Equal("Failed", t.Outcome));
        Assert.Single(tests, t => t.Message.Contains("The connection string 'Shop' is missing.", StringComparison.Ordinal));
        Assert.Equal(2, tests.Count(t => t.Message
            == "ThroughputKit.LoadTestException : The load test could not be run. TestApp could not be started for an earlier test. "
            + "Expected: an app that starts. The first test that needed it reports the cause."));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_lock_file_that_cannot_be_written_fails()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Passing.Returned", [("THROUGHPUTKIT_LOCK_FILE", "/dev/null/measuring.lock")]);

        Assert.StartsWith(
            "ThroughputKit.LoadTestException : The load test could not be run. The lock file /dev/null/measuring.lock.queue can't be written: ",
            run["Passing.Returned"].Message,
            StringComparison.Ordinal);
    }
}
