using ThroughputKit.Tests.Attributes.Support;
using Xunit.v3;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Features of xunit.v3 only: timeouts of rows, data that may be missing, own attachments, the test's token.</summary>
public class OfXunitV3Tests
{
    [Fact]
    public async Task Each_test_ends_as_expected()
    {
        using var records = new Records();

        var run = await PlatformRun.RunAsync(records.Environment, "--filter-class", "XunitSpecimens.OfXunitV3");

        Assert.StartsWith(
            "ThroughputKit.LoadTestException : The load test could not be run. A_row_with_little_time did not finish within its Timeout of 1,000 ms.",
            run["OfXunitV3.A_row_with_little_time(path: \\\"/text\\\")"].Message,
            StringComparison.Ordinal);
        Assert.Equal("Pass", run["OfXunitV3.A_row_with_more_time(path: \\\"/text\\\")"].Result);
        Assert.Equal("Skip", run["OfXunitV3.No_rows_allowed"].Result);
        Assert.Equal("Skip", run["OfXunitV3.No_data_allowed"].Result);
        Assert.Equal("Pass", run["OfXunitV3.Rows_of_a_database(path: \\\"/text\\\")"].Result);
        Assert.Equal("Pass", run["OfXunitV3.Attaches_its_own"].Result);
        Assert.Equal(["mine", "throughput result"], run["OfXunitV3.Attaches_its_own"].Attachments.Keys.Order(StringComparer.Ordinal));
        Assert.Contains("Waits_for_something_else did not finish within its Timeout of 1,000 ms.", run["OfXunitV3.Waits_for_something_else"].Message, StringComparison.Ordinal);
        Assert.Single(records.Of("given up"));
    }

    /// <summary>As a test framework with a discoverer of its own would.</summary>
    [Theory]
    [InlineData(typeof(ThroughputFactAttribute))]
    [InlineData(typeof(ThroughputTheoryAttribute))]
    public void A_runner_that_would_call_a_test_without_its_gates_is_stopped(Type attribute)
    {
        var guard = (IBeforeAfterTestAttribute)Activator.CreateInstance(attribute, "", 0)!;

        var stopped = Assert.Throws<LoadTestException>(() => guard.Before(new Func<LoadTest>(Hidden.Ungated).Method, null!));

        Assert.Contains("Ungated would be called without its gates.", stopped.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task If_all_tests_are_skipped_no_rows_are_requested()
    {
        var run = await PlatformRun.RunAsync([("THROUGHPUTKIT_SKIP", "1"), ("SPECIMENS_DATA", "unavailable")], "--filter-class", "XunitSpecimens.OfXunitV3");

        Assert.Equal(7, run.Tests.Count);
        Assert.All(run.Tests, t => Assert.Equal("Skip", t.Result));
    }

#pragma warning disable xUnit1000 // not to be found by xunit
    private static class Hidden
    {
        [ThroughputFact]
        public static LoadTest Ungated() => throw new InvalidOperationException("It runs.");
    }
#pragma warning restore xUnit1000
}
