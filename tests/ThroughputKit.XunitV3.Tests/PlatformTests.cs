using System.Text.Json.Nodes;
using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Throughput tests run by Microsoft.Testing.Platform, with features of xunit.v3 only: attachments, warnings, cancellation.</summary>
[Trait("Category", "Slow")]
public class PlatformTests
{
    private static readonly TimeSpan _hangLimit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Passes_show_their_figures_and_attach_them()
    {
        var run = await PlatformRun.RunAsync([], "--filter-class", "XunitSpecimens.Passing");

        Assert.True(run.ExitCode == 0, run.Console);
        Assert.Equal((8, 2), (run.Tests.Count(t => t.Result == "Pass"), run.Tests.Count(t => t.Result == "Skip")));
        var test = run["Passing.Returned"];
        Pattern.IsIn("GET /text: 2 connections, # s\n  RPS         # (50 sent, 50 succeeded, 0 failed, 0 in flight at end)\n", test.Output);
        Pattern.IsIn("\n  Passed      MaxFailures: 0 failed requests (limit 0)\n  Took        # s: ", test.Output);
        Assert.Empty(test.Warnings);
        Assert.Equal(50, (long)JsonNode.Parse(test.Attachments["throughput result"])!["result"]!["succeeded"]!);
    }

    [ReleaseFact]
    public async Task Failures_show_the_whole_message_and_attach_their_figures()
    {
        var run = await PlatformRun.RunAsync([], "--filter-class", "XunitSpecimens.FailingGates");

        Assert.Equal(2, run.ExitCode);
        var test = run["FailingGates.Beyond_any_app"];
        Assert.Equal("Fail", test.Result);
        Pattern.IsIn("2 gates failed:\n- MinRps: # RPS; minimum 1,000,000,000 (#% under); ", test.Message);
        Pattern.IsIn("- MinRps: # RPS; minimum 1,000,000,000 (#% under); ", run.Console);
        Assert.Contains("\"rps\": ", test.Attachments["throughput result"], StringComparison.Ordinal);
    }

    [ReleaseFact]
    public async Task Gates_that_are_not_judged_follow_the_policy()
    {
        var run = await PlatformRun.RunAsync([("CORECLR_ENABLE_PROFILING", "1")], "--filter-class", "XunitSpecimens.Doubtful");

        Assert.Equal("Pass", run["Doubtful.Warns"].Result);
        Assert.StartsWith("Inconclusive: not judged: MinRps.", Assert.Single(run["Doubtful.Warns"].Warnings), StringComparison.Ordinal);
        Assert.Equal("Skip", run["Doubtful.Skips"].Result);
        Assert.StartsWith("Inconclusive: not judged: MinRps.", run["Doubtful.Skips"].Message, StringComparison.Ordinal);
        Assert.Equal("Fail", run["Doubtful.Fails"].Result);
    }

    [Fact]
    public async Task No_other_test_of_the_assembly_runs_at_the_same_time()
    {
        using var records = new Records();

        var run = await PlatformRun.RunAsync(records.Environment, "--filter-class", "XunitSpecimens.Measuring*", "XunitSpecimens.Ordinary*", "XunitSpecimens.Measuring*");

        Assert.True(run.ExitCode == 0, run.Console);
        Assert.Equal((3, 17), (records.Of("measuring").Count, records.Of("ordinary").Count));
        Assert.Equal(TimeSpan.Zero, records.Overlap("measuring", "ordinary") + records.Overlap("measuring"));
        Assert.NotEqual(TimeSpan.Zero, records.Overlap("ordinary")); // xunit did run tests in parallel
    }

    [Fact]
    public async Task The_end_of_the_run_ends_the_load()
    {
        using var records = new Records();

        // An end before the load began shows nothing: on a busy machine, that takes longer.
        PlatformRun run;
        var seconds = 4;
        do
        {
            var limit = TimeSpan.FromSeconds(seconds) + _hangLimit;
            run = await PlatformRun.RunAsync(records.Environment, "--filter-class", "XunitSpecimens.Endless", "--timeout", $"{seconds}s").WaitAsync(limit);
            Assert.NotEqual(0, run.ExitCode);
            seconds *= 2;
        }
        while (records.Of("endless").Count == 0 && seconds <= 32);

        Assert.Single(records.Of("endless"));
    }
}
