#if !XUNIT_V3
using System.Reflection;
#endif
using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Gates that can't be judged: here with a profiler attached, and under real code coverage.</summary>
#if XUNIT_V3
[Trait("Category", "Slow")] // the same test of xunit v2 stands for it in the fast tier
#endif
public class InconclusiveTests
{
    private const string Reason =
        """
        Inconclusive: not judged: MinRps.
        - Warning ProfilerAttached: A profiler, a code coverage collector or a monitoring agent is attached to this process (CORECLR_ENABLE_PROFILING is 1). Run load tests without it: unset CORECLR_ENABLE_PROFILING for them.
        """;

    private static readonly (string, string) _profiler = ("CORECLR_ENABLE_PROFILING", "1");

    [ReleaseFact]
    public async Task Each_test_has_its_policy()
    {
        var run = await DoubtfulAsync();

        Assert.Equal(["Failed", "Failed", "NotExecuted", "Passed"], Outcomes(run));
        Assert.Contains(Reason, run["Doubtful.Warns"].Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Pattern.IsIn($"{Reason}\n\nGET /text: 2 connections, # s\n  RPS         # (50 sent, ", run["Doubtful.Skips"].Message);
        Assert.Equal($"ThroughputKit.LoadInconclusiveException : {Reason}", run["Doubtful.Fails"].Message.ReplaceLineEndings("\n"));
        Pattern.IsIn("- MaxFailures: 50 failed requests; limit 0", run["Doubtful.Has_errors"].Message);
    }

#if !XUNIT_V3 // what decides these is the same for both versions
    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_build_server_fails_all()
    {
        var run = await DoubtfulAsync(("CI", "true"));

        Assert.Equal(["Failed", "Failed", "Failed", "Failed"], Outcomes(run));
        Assert.Equal(
            $"ThroughputKit.LoadInconclusiveException : {Reason}\nThis is a build server (CI is set), so the test fails: nobody would notice a warning. "
            + "Fix the set-up, or set THROUGHPUTKIT_INCONCLUSIVE to Skip or Warn for this job.",
            run["Doubtful.Warns"].Message.ReplaceLineEndings("\n"));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_environment_chooses_for_all() => Assert.Equal(
        ["NotExecuted", "Failed", "NotExecuted", "NotExecuted"], Outcomes(await DoubtfulAsync(("CI", "true"), ("THROUGHPUTKIT_INCONCLUSIVE", "Skip"))));

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Code_coverage_is_detected()
    {
        using var folder = new TemporaryFolder(); // because the collector rewrites the assemblies in their place
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(SpecimenRun.Assembly())!))
        {
            File.Copy(file, folder.File(Path.GetFileName(file)));
        }

        var collector = typeof(InconclusiveTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "CoverletFolder").Value!;
        var run = await SpecimenRun.RunAsync(
            "FullyQualifiedName~Doubtful.Warns",
            assembly: folder.File(Path.GetFileName(SpecimenRun.Assembly())),
            arguments:
            [
                "--collect", "XPlat Code Coverage", "--test-adapter-path", $"{collector};{folder.Path}",

                // A deterministic build names its sources by paths that don't exist.
                "--", "DataCollectionRunSettings.DataCollectors.DataCollector.Configuration.ExcludeAssembliesWithoutSources=None",
            ]);

        Assert.Equal("Passed", run["Doubtful.Warns"].Outcome);
        Pattern.IsIn("Inconclusive: not judged: MinRps.\n- Warning CodeCoverage: Rewritten to collect code coverage: ", run["Doubtful.Warns"].Output);
    }
#endif

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_environment_skips_all()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Passing|FullyQualifiedName~BrokenHost", [("THROUGHPUTKIT_SKIP", "1")]);

        Assert.Equal((0, 13), (run.ExitCode, run.Tests.Count));
        Assert.All(run.Tests, t => Assert.Equal("NotExecuted", t.Outcome));
        Assert.Equal(11, run.Tests.Count(t => t.Message == "THROUGHPUTKIT_SKIP is set."));
    }

    private static Task<SpecimenRun> DoubtfulAsync(params (string, string)[] environment) =>
        SpecimenRun.RunAsync("FullyQualifiedName~Doubtful", [_profiler, .. environment]);

    // Fails, Has_errors, Skips, Warns
    private static IEnumerable<string> Outcomes(SpecimenRun run) => run.Tests.OrderBy(t => t.Name, StringComparer.Ordinal).Select(t => t.Outcome);
}
