using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The limit of the warm-up holds, and what follows it works, even if the app stops answering.</summary>
public abstract class WarmUpTests(LoadEngine kind)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 0||";
    private const int Connections = 4;
    private const int After = 20;

    /// <summary>Below half a second there is no time for bursts of load, and the load itself is cut.</summary>
    [Theory]
    [InlineData(300, false)]
    [InlineData(300, true)]
    [InlineData(600, false)]
    [InlineData(600, true)]
    public async Task Requests_that_are_never_answered_are_abandoned_at_the_limit(int limit, bool isPaced)
    {
        var mayAnswer = false;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number > 1 && !Volatile.Read(ref mayAnswer))
                {
                    await connection.HangAsync();
                    return;
                }

                await connection.SendAsync(Ok);
            }
        });
        using var recorders = new RecorderSet(1, isPaced);
        await using var engine = Engine.For(server, kind, Connections);
        using var watcher = new Watcher(engine);
        var phases = Phases(server, engine, recorders, isPaced ? LoadRate.From(1_000) : null);

        var outcome = await WarmUp(phases, limit, TimeSpan.Zero).RunAsync(needsAnswer: false, CancellationToken.None);

        Assert.True(outcome.FirstResponse > TimeSpan.Zero);
        Assert.False(outcome.Figures.IsSteady);
        Assert.True(phases.HasLeftRequests);
        Assert.InRange(phases.Merge().InFlightAtEnd, 1, Connections);
        Assert.Equal(0, phases.Merge().Failed); // no timeout has ended them
        Volatile.Write(ref mayAnswer, true);
        await phases.RunAsync(TimeSpan.FromMinutes(1), new RequestBudget(After));
        Assert.Equal((After, 0L, false), (phases.Succeeded, phases.Merge().Failed, phases.HasLeftRequests));
    }

    [Fact]
    public async Task Requests_that_are_answered_soon_after_the_limit_keep_their_connections()
    {
        var connections = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            Interlocked.Increment(ref connections);
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(connection.Number == 1 ? 0 : 100);
                await connection.SendAsync(Ok);
            }
        });
        using var recorders = new RecorderSet(1);
        await using var engine = Engine.For(server, kind, Connections);
        using var watcher = new Watcher(engine);
        var phases = Phases(server, engine, recorders, rate: null);

        await WarmUp(phases, limit: 1, grace: TimeSpan.FromMinutes(10)).RunAsync(needsAnswer: false, CancellationToken.None);
        await phases.RunAsync(TimeSpan.FromMinutes(1), new RequestBudget(Connections));

        Assert.Equal((Connections, Connections), (connections, phases.Succeeded));
    }

    private static Phases Phases(ScriptedServer server, ILoadEngine engine, RecorderSet recorders, LoadRate? rate) =>
        new(engine, [Engine.Encode(LoadRequest.Get("/"), server.Address)], recorders, rate, crew: null);

    private static WarmUp WarmUp(Phases phases, int limit, TimeSpan grace)
    {
        var options = new LoadOptions { WarmUp = TimeSpan.FromMilliseconds(limit), MaxWarmUp = TimeSpan.FromMilliseconds(limit) };
        return new WarmUp(phases, options, new ScriptedProcess(() => 0), least: null, allowsErrors: false) { Grace = grace };
    }

    public sealed class OnEpoll() : WarmUpTests(LoadEngine.Epoll);

    public sealed class OnUring() : WarmUpTests(LoadEngine.Uring);

    public sealed class OnSocket() : WarmUpTests(LoadEngine.Socket);
}
