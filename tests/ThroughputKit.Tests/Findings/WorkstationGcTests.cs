using System.Runtime;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;
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
    public void Compares_what_the_app_is_built_for_with_what_it_runs_on(bool? isForServerGc, bool isServerGc, int cores, bool expected)
    {
        using var process = new ThisProcess();
        var facts = new AppFacts
        {
            Services = null,
            IsDevelopment = false,
            LogsRequests = false,
            Code = () => null,
            Stopping = CancellationToken.None,
            IsForServerGc = isForServerGc,
        };
        var app = RunningApp.InProcessOfItsOwn(new Uri("http://localhost:5000"), facts, process, TimeSpan.Zero, new OutputTail(), _ => null, _ => Task.FromResult<string?>(null));
        var result = MadeUp.Result(new LatencyHistogram());

        var finding = new WorkstationGcRule().Examine(
            new RunFacts(app, result with { Environment = result.Environment with { IsServerGc = isServerGc, Cores = cores } }, StoppedByItself: false, StopProblem: null));

        Assert.Equal(expected, finding is { Name: "WorkstationGc", Severity: FindingSeverity.Warning, Remedy: "Is DOTNET_gcServer set to 0 where the tests run?" });
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
    public async Task Nothing_is_said_of_a_published_app_that_runs_as_it_was_built_or_as_it_was_told(bool? serverGc) => Assert.DoesNotContain(
        (await LoadTest.ForPublished(Built.TestApp, app => app.ServerGc = serverGc).Get("/text").Sending(10).RunAsync()).Findings, f => f.Name == FindingNames.WorkstationGc);
}
