using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Reports;
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
        Assert.All(result.Intervals, i => Assert.Null(i.Memory)); // of another process
    }

    [Fact]
    public async Task Collections_of_an_app_in_this_process_are_followed_over_time()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet("/", () => GC.Collect());

        var result = await LoadTest.For(app).Get("/").Sending(Requests, connections: 1).RunAsync(); // at once, one might be for all

        Assert.InRange(result.Intervals.Sum(i => i.Memory!.Gen2Collections), Requests, int.MaxValue);
        Assert.All(result.Intervals, i => Assert.InRange(i.Memory!.Gen2Bytes, 1, long.MaxValue));
        Assert.Contains(RunReport.Of(result).Charts, c => c is MemoryData);
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
