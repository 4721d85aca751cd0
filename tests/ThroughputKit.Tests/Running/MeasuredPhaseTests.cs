using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The window and the heap on both sides of it.</summary>
public class MeasuredPhaseTests
{
    private const int Leaked = 96;
    private const int Requests = 50;

    [Fact]
    public async Task The_growth_of_the_heap_is_that_of_the_window_alone()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var options = new LoadOptions { Requests = Requests, Connections = 4, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) };

        var result = await LoadRun.RunAsync(
            new LoadPlan(new LeakingTarget(server)) { Requests = [LoadRequest.Get("/")], Options = options }, new RunContext(CancellationToken.None));

        Assert.Equal(Leaked * Requests, result.Memory.ManagedHeapDelta);
        Assert.True(server.Requests > 2 * Requests, "The load before the window is missing.");
    }

    private sealed class LeakingTarget(ScriptedServer server) : ILoadTarget
    {
        public string Name => "Leaking";

        public bool IsInProcess => false;

        public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) => Task.FromResult(new RunningApp
        {
            Address = server.Address,
            Probe = new ScriptedProcess(() => 0) { Heap = () => Leaked * server.Requests },
            HostStart = TimeSpan.Zero,
        });
    }
}
