using ThroughputKit.Engines.Epoll;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
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
        EncodedRequest[] requests = [RequestEncoder.Encode(LoadRequest.Get("/"), server.Address)];
        var engine = Engine.For(server, kind, connections: 4);
        using var recorders = new RecorderSet(1);
        var phases = new Phases(engine, requests, Engine.Succeeds, recorders, rate: null, crew: null);

        await Assert.ThrowsAsync<InvalidOperationException>(() => phases.RunAsync(
            TimeSpan.MaxValue,
            beforeOpen: _ => Throw(beforeOpen),
            meanwhile: _ =>
            {
                Throw(!beforeOpen);
                return Task.CompletedTask;
            }));

        await engine.DisposeAsync();
        var sent = server.Requests;
        await Task.Delay(50);
        Assert.Equal(sent, server.Requests);
    }

    [Fact]
    public async Task Phases_that_share_threads_take_turns()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        EncodedRequest[] requests = [RequestEncoder.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(1);
        using var crew = new EpollCrew();
        await using var engine = Engine.For(server, kind, connections: 4);
        var phases = new Phases(engine, requests, Engine.Succeeds, recorders, rate: null, crew);
        var (running, most) = (0, 0);

        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => phases.RunAsync(
            TimeSpan.MaxValue,
            meanwhile: async _ =>
            {
                most = Math.Max(most, Interlocked.Increment(ref running));
                await Task.Delay(20);
                Interlocked.Decrement(ref running);
            })));

        Assert.Equal(1, most);
    }

    private static void Throw(bool now)
    {
        if (now)
        {
            throw new InvalidOperationException("beside the load");
        }
    }

    public sealed class OnEpoll() : PhasesTests(LoadEngine.Epoll);

    public sealed class OnSocket() : PhasesTests(LoadEngine.Socket);
}
