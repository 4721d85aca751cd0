using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Everything that a user sees of a throughput test that fails.</summary>
[Collection(TestsOfAllSpecimens.Name)]
public class FailingTests
{
    private const string BeyondAnyApp =
        """
        ThroughputKit.LoadGateException : 2 gates failed:
        - MinRps: # RPS; minimum 1,000,000,000 (#% under); this attempt's own 95% interval is # to #. This would have passed with a minimum of #.
        - MaxAllocatedBytesPerRequest: # B allocated per request; limit 1.0 (#% over)

        GET /5ms: 2 connections, # s
          RPS         # (200 sent, 200 succeeded, 0 failed, 0 in flight at end)
          Latency     mean # ms, p50 # ms, p95 # ms, p99 # ms, max # ms
          Memory      # B allocated per request in the whole window, heap # B, working set # B, collections #/#/# (gen 0/1/2)
          Processor   # us per request, # cores busy (app and generator together; the generator # us)
          Start-up    host # ms, first response # ms
        """;

    [ReleaseFact]
    public async Task Gates_in_the_result_file()
    {
        var test = (await AllSpecimens.RunAsync())["FailingGates.Beyond_any_app"];

        Assert.Equal("Failed", test.Outcome);
        Pattern.Matches(BeyondAnyApp, test.Message);
        Pattern.Matches(
            "Took        # s: start #, prepare #, warm-up #, window #, garbage collection and last responses #, stop #, other #; waited # s for other tests first.", test.Output);
    }

    [ReleaseFact]
    public async Task Gates_in_the_console()
    {
        var run = await AllSpecimens.RunAsync();

        Assert.NotEqual(0, run.ExitCode);
        Pattern.IsIn(
            $"""
              Failed XunitSpecimens.FailingGates.Beyond_any_app [@]
              Error Message:
               {BeyondAnyApp}
              Stack Trace:
            """,
            run.Console);
    }

    [Fact]
    public async Task Errors_with_an_example()
    {
        var test = (await AllSpecimens.RunAsync())["FailingGates.With_errors"];

        Assert.Equal("Failed", test.Outcome);
        Pattern.IsIn("2 gates failed:\n- MaxFailures: 100 failed requests; limit 0\n- GET /every-third: MaxFailures: 100 failed requests; limit 50 (#% over)\n\nGET /every-third: 2 connections, # s\n", test.Message);
        Pattern.IsIn("Failures    100 unexpected status\n    UnexpectedStatus at # s, GET /every-third: status 500 (HTTP/1.1 500 Internal Server Error)", test.Message);
    }

    [Fact]
    public async Task Gates_of_an_attribute_that_a_team_derives()
    {
        var test = (await AllSpecimens.RunAsync())["FailingGates.By_the_attribute_of_a_team"];

        Assert.Equal("Failed", test.Outcome);
        Assert.Contains("- MinRps: ", test.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_cannot_start()
    {
        var test = (await AllSpecimens.RunAsync())["FailingGates.That_cannot_start"];

        Assert.Equal("Failed", test.Outcome);
        Assert.StartsWith(
            "ThroughputKit.LoadTestException : The load test could not be run. TestApp threw at start: InvalidOperationException: The connection string 'Shop' is missing.",
            test.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_tests_own_assertion()
    {
        var test = (await AllSpecimens.RunAsync())["FailingGates.With_an_assertion_of_its_own"];

        Assert.Equal("Failed", test.Outcome);
        Pattern.Matches("Assert.Equal() Failure: Values differ\nExpected: 51\nActual:   50", test.Message);
    }
}
