using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Scenarios;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>Stretches of load after the window, of several scenarios.</summary>
public class ScenarioWindowsTests
{
    private const double BytesPerRequest = 1_000;

    private static readonly LoadGates _generous = new() { MaxAllocatedBytesPerRequest = 1e9 }; // no types are sampled

    [Fact]
    public async Task One_that_is_one_of_thirty_has_its_share_in_each_window()
    {
        long bytes = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                Interlocked.Add(ref bytes, request.Contains("rare", StringComparison.Ordinal) ? 30 * (long)BytesPerRequest : 0);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });

        var after = await MeasureAsync(server, new ScriptedProcess(() => Interlocked.Read(ref bytes)), iterations: 300);

        Assert.All(after!.Allocation.OfAll!.Windows, w => Assert.Equal(BytesPerRequest, w));
        Assert.Equal(BytesPerRequest, after.Allocation.OfAll.BytesPerRequest);
    }

    [Fact]
    public async Task Without_an_iteration_of_each_in_the_window_there_is_nothing_to_measure()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        Assert.Null(await MeasureAsync(server, new ScriptedProcess(() => 0), iterations: 10));
    }

    private static async Task<AfterWindow?> MeasureAsync(ScriptedServer server, ScriptedProcess process, int iterations)
    {
        var target = new ScriptedTarget(server, process);
        var plan = new LoadPlan(target)
        {
            Scenarios = [new Scenario("often", (user, token) => GetAsync(user, "/often", token), 29), new Scenario("rare", (user, token) => GetAsync(user, "/rare", token), 1)],
            Options = new LoadOptions { Connections = 2, Requests = iterations, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) },
        };
        var app = await target.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None);
        await using var load = await ReadyLoad.PrepareAsync(plan, app, new RunContext(CancellationToken.None));
        var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, CancellationToken.None);
        var window = await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, new RunContext(CancellationToken.None));
        if (!AllocationStep.CanMeasure(load, window))
        {
            return null;
        }

        var after = new AfterWindow();
        await new AllocationStep(load, window, _generous.MaxAllocatedBytesPerRequest!.Value, warmUp.ToleratedCompilations, QuickPace.Value)
            .AddToAsync(after, isSteady: false, CancellationToken.None);
        return after;
    }

    private static Task<string> GetAsync(LoadUser user, string path, CancellationToken cancellationToken) =>
        user.StepAsync("get", () => user.Client.GetStringAsync(new Uri(path, UriKind.Relative), cancellationToken));
}
