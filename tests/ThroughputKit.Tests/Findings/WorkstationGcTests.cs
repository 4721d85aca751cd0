using System.Runtime;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class WorkstationGcTests
{
    private const string Remedy =
        "Set ServerGarbageCollection to true and GarbageCollectionAdaptationMode to 0 in the project that runs the app, which ThroughputKit.Xunit and ThroughputKit.XunitV3 do automatically.";

    [Theory]
    [InlineData(true, false, 2, true)]
    [InlineData(true, true, 2, false)]
    [InlineData(true, false, 1, false)] // the runtime has no server collector for one core
    [InlineData(false, false, 2, false)]
    [InlineData(null, false, 2, false)]
    public void Compares_the_configured_collector_with_the_actual_one(bool? isForServerGc, bool isServerGc, int cores, bool expected)
    {
        var app = new RunningApp { Address = new Uri("http://localhost:5000"), IsForServerGc = isForServerGc };
        var result = MadeUp.Result(new LatencyHistogram());

        var finding = AppSettingFindings.WorkstationGc(
            new RunFacts(app, result with { Environment = result.Environment with { IsServerGc = isServerGc, Cores = cores } }, StoppedByItself: false, StopProblem: null));

        Assert.Equal(expected, finding is { Name: "WorkstationGc", Severity: FindingSeverity.Warning, Remedy: "Check whether DOTNET_gcServer is set to 0 where the tests run." });
    }

    [Fact]
    public async Task A_web_app_in_a_process_with_the_workstation_collector()
    {
        var finding = (await LoadTest.For<App>().Get("/text").Sending(10).RunAsync()).Findings.SingleOrDefault(f => f.Name == FindingNames.WorkstationGc);

        Assert.Equal(!GCSettings.IsServerGC && Environment.ProcessorCount > 1 ? Remedy : null, finding?.Remedy);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(true)]
    [InlineData(false)] // the caller's choice
    [Trait("Category", "Slow")]
    public async Task A_published_app_that_runs_as_built_or_as_configured_is_not_reported(bool? serverGc) => Assert.DoesNotContain(
        (await LoadTest.ForPublished(Built.TestApp, app => app.ServerGc = serverGc).Get("/text").Sending(10).RunAsync()).Findings, f => f.Name == FindingNames.WorkstationGc);
}
