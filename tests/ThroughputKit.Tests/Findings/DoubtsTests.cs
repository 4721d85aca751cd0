using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>Doubts from made-up facts: each alone, and none without a reason.</summary>
public class DoubtsTests
{
    private static readonly LoadResult _good = MadeUp.Result(new LatencyHistogram());

    [Fact]
    public void There_is_none_without_a_reason() => Assert.Empty(Examine(_good));

    [Fact]
    public void An_app_that_was_not_steady()
    {
        var finding = Assert.Single(Examine(_good with
        {
            WarmUp = new WarmUpFigures { Duration = TimeSpan.FromSeconds(10), IsSteady = false, Reason = "throughput changed by +42% within the last second" },
        }));

        Assert.Equal(
            "Warning NotSteady: The app was not steady when the window began: throughput changed by +42% within the last second. "
            + "Allow a longer warm-up with o.MaxWarmUp, or look for work that goes on in the background.",
            finding.ToString());
    }

    [Fact]
    public void A_run_beside_another() => Assert.Equal("Overlap", Assert.Single(Examine(_good with { WasShared = true })).Name);

    [Fact]
    public void An_app_that_stopped_by_itself() =>
        Assert.Equal("AppStopped", Assert.Single(Examine(_good, stoppedByItself: true)).Name);

    [Fact]
    public void An_app_that_did_not_stop() => Assert.Equal(
        "The app could not be stopped: it was still stopping after 10 s. It may still be running in this process.",
        Assert.Single(Examine(_good, stopProblem: "it was still stopping after 10 s")).Message);

    [Fact]
    public void The_gravest_come_first() => Assert.Equal(
        ["AppStopped", "StopFailed"], Examine(_good, stoppedByItself: true, stopProblem: "it hung").Select(f => f.Name));

    [Fact]
    public void An_assembly_built_without_optimizations_is_known_as_such()
    {
        var attribute = new CustomAttributeBuilder(
            typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!,
            [DebuggableAttribute.DebuggingModes.Default | DebuggableAttribute.DebuggingModes.DisableOptimizations]);
        var debug = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Debug"), AssemblyBuilderAccess.Run, [attribute]);

        Assert.False(DebugBuildDoubt.IsOptimized(debug));
        Assert.True(DebugBuildDoubt.IsOptimized(typeof(object).Assembly));
    }

    [Theory]
    [InlineData("1", true)]
    [InlineData("0", false)]
    [InlineData(null, false)]
    public void A_profiler_is_known_by_its_switch(string? value, bool expected)
    {
        var finding = new ProfilerDoubt(name => name == "CORECLR_ENABLE_PROFILING" ? value : null).Examine(Facts(_good));

        Assert.Equal(expected, finding is { Name: "ProfilerAttached", IsSetUpMistake: true });
    }

    [Theory]
    [InlineData("Coverlet.Core.Instrumentation.Tracker.Shop_1a2b")]
    [InlineData("Microsoft.CodeCoverage.Instrumentation.Static.Tracker.StaticManagedTrackerTemplate_1a2b")]
    public void An_assembly_rewritten_for_coverage_is_known_by_the_class_that_counts(string tracker)
    {
        var rewritten = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Rewritten"), AssemblyBuilderAccess.Run);
        rewritten.DefineDynamicModule("Rewritten").DefineType(tracker).CreateType();

        Assert.True(CoverageDoubt.IsRewritten(rewritten));
        Assert.False(CoverageDoubt.IsRewritten(typeof(DoubtsTests).Assembly));
    }

    private static IReadOnlyList<Finding> Examine(LoadResult result, bool stoppedByItself = false, string? stopProblem = null) =>
    [.. Doubts.Examine(Facts(result, stoppedByItself, stopProblem)).Where(f => f.Name != "DebugBuild")];

    private static RunFacts Facts(LoadResult result, bool stoppedByItself = false, string? stopProblem = null) =>
        new(RunningApp.Elsewhere(new Uri("http://localhost:5000")), result, stoppedByItself, stopProblem);
}
