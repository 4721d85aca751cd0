using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Counting;
using ThroughputKit.Probes;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>An app in its own process that is alive, but doesn't answer requests for its figures.</summary>
public class SilentAppTests
{
    private const string UnansweredCommand = "within 5 s when it was asked for its counters";

    [Fact]
    public async Task Its_figures_are_missing_and_it_is_not_reported_as_stopped()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var result = await RunAsync(server, new LoadOptions { Requests = 100, Connections = 4, WarmUp = TimeSpan.Zero });

        Assert.Equal(100, result.Succeeded);
        Assert.Equal(MemoryFigures.NotAvailable, result.Memory);
        Assert.DoesNotContain(result.Findings, f => f.Name == "AppStopped");
        Assert.Equal(
            $"Warning NoAnswer: The app's process did not answer {UnansweredCommand}, although it was running. Those figures are missing. "
            + "Check whether the machine was overloaded or swapping, the process was suspended, or its heap was very large. Stop other work, and measure again.",
            Assert.Single(result.Findings, f => f.Name == "NoAnswer").ToString());
        Assert.Contains($"Memory      not available for an app whose process did not answer {UnansweredCommand}; the generator allocated ", $"{result}", StringComparison.Ordinal);
        Assert.Null(LoadSample.From(result).AllocatedBytesPerRequest); // the generator's would look like the app's
        Assert.Null(LoadSample.From(result).CpuTimePerRequest);
        Assert.Same(result, result.VerifyAsIs(new() { MaxFailures = 0 }));
        Assert.Contains("did not answer", Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxHeapGrowthBytes = 1_000_000_000 })).Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_gate_on_allocated_bytes_never_passes()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var result = await RunAsync(
            server,
            new LoadOptions { Connections = 1, Duration = TimeSpan.FromMilliseconds(100), WarmUp = TimeSpan.FromMilliseconds(50), MaxWarmUp = TimeSpan.FromMilliseconds(50) },
            maxAllocatedBytes: 1e9);

        Assert.False(result.WarmUp.IsSteady);
        Assert.Contains(
            $"The app's process did not answer {UnansweredCommand}.",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxAllocatedBytesPerRequest = 1e9 })).Message,
            StringComparison.Ordinal);
    }

    private static Task<LoadResult> RunAsync(ScriptedServer server, LoadOptions options, double? maxAllocatedBytes = null) => LoadRun.RunAsync(
        new LoadPlan(new SilentTarget(server.Address)) { Requests = [LoadRequest.Get("/")], Options = options, MaxBaselineBytes = maxAllocatedBytes },
        new RunContext(CancellationToken.None));

    private sealed class SilentTarget(Uri address) : ILoadTarget
    {
        public string Name => "Silent";

        public bool IsInProcess => false;

        public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) => Task.FromResult(
            new RunningApp { Address = address, Probe = new SilentProbe(), HostStart = TimeSpan.Zero });
    }

    private sealed class SilentProbe : IProcessProbe
    {
        public bool HasExited => false;

        public string? UnansweredCommand => SilentAppTests.UnansweredCommand;

        public ProcessSnapshot? TakeBefore() => null;

        public ProcessSnapshot? TakeAfter() => null;

        public long? CollectAndMeasure() => null;

        public long? CountCompiledMethods() => null;

        public long? CountOwedMethods() => null;

        public void EndCompilerWatch()
        {
            // nothing answers
        }

        public long ReadWorkingSet() => 1;

        public void BeginSampling()
        {
            // nothing answers
        }

        public IReadOnlyList<AllocatedType> EndSampling(int count) => [];

        public void ForgetTexts()
        {
            // nothing is counted
        }

        public void BeginCounting(int? ownPort)
        {
            // nothing is counted
        }

        public TimeSpan? CountsSettleIn() => null;

        public long[]? ReadCounts() => null;

        public CountedTexts? EndCounting() => null;
    }
}
