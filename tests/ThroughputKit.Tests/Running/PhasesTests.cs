using ThroughputKit.Engines;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;
using ThroughputKit.Pacing;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>Phases: no load outlives one that fails, and those that share threads take turns.</summary>
public abstract class PhasesTests(LoadEngine kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_error_during_the_load_ends_it(bool beforeOpen)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        await using var engine = new WatchedEngine(Engine.For(server, kind, connections: 4));
        using var recorders = new RecorderSet(1);
        var phases = new Phases(engine, requests, recorders, rate: null, crew: null);

        await Assert.ThrowsAsync<InvalidOperationException>(() => phases.RunAsync(
            TimeSpan.MaxValue,
            beforeOpen: _ => Throw(beforeOpen),
            meanwhile: _ =>
            {
                Throw(!beforeOpen);
                return Task.CompletedTask;
            }));

        Assert.True(engine.Load!.IsCompleted);
    }

    [Theory]
    [InlineData(true)] // all connections share the numbers
    [InlineData(false)] // each of them has its own
    public async Task A_phase_goes_on_in_the_order_and_in_the_data(bool hasBudget)
    {
        List<string> sent = [];
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                sent.Add(request.Split(' ')[1]);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });
        var data = new DataEncoder(LoadData.FromValues("n", Enumerable.Range(0, 100).Select(i => $"{i}")));
        EncodedRequest[] requests = [.. "ab".Select(name => Engine.Encode(LoadRequest.Get($"/{name}/{{n}}"), server.Address, data))];
        await using var engine = Engine.For(server, kind, connections: 1, room: 1_000);
        using var recorders = new RecorderSet(2);
        var phases = new Phases(engine, requests, recorders, rate: null, crew: null) { First = 7 };

        await (hasBudget ? phases.RunAsync(TimeSpan.MaxValue, new RequestBudget(3)) : phases.RunAsync(TimeSpan.MaxValue, meanwhile: async _ =>
        {
            while (server.Requests < 3)
            {
                await Task.Yield();
            }
        }));

        Assert.Equal(["/b/7", "/a/8", "/b/9"], sent.Take(3));
    }

    [Fact]
    public async Task Phases_that_share_threads_take_turns()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(1);
        using var crew = new LoopCrew();
        await using var engine = Engine.For(server, kind, connections: 4);
        var phases = new Phases(engine, requests, recorders, rate: null, crew);
        var (letGo, running, most) = (new TaskCompletionSource(), 0, 0);

        var all = Task.WhenAll(Enumerable.Range(0, 3).Select(_ => phases.RunAsync(
            TimeSpan.MaxValue,
            meanwhile: async _ =>
            {
                most = Math.Max(most, Interlocked.Increment(ref running));
                await letGo.Task;
                Interlocked.Decrement(ref running);
            })));
        letGo.SetResult(); // each call has gone as far as it gets without waiting
        await all;

        Assert.Equal(1, most);
    }

    private static void Throw(bool now)
    {
        if (now)
        {
            throw new InvalidOperationException("beside the load");
        }
    }

    // Keeps the load of the last phase.
    private sealed class WatchedEngine(ILoadEngine engine) : ILoadEngine
    {
        public Task? Load { get; private set; }

        public EngineCost? Cost => engine.Cost;

        public Task RunAsync(LoadPhase phase) => Load = engine.RunAsync(phase);

        public void Watch(long now) => engine.Watch(now);

        public ValueTask DisposeAsync() => engine.DisposeAsync();
    }

    public sealed class OnEpoll() : PhasesTests(LoadEngine.Epoll);

    public sealed class OnUring() : PhasesTests(LoadEngine.Uring);

    public sealed class OnSocket() : PhasesTests(LoadEngine.Socket);
}
