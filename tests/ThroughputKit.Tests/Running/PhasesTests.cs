using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>Phases that fail: no load outlives them.</summary>
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
        var phases = new Phases(engine, requests, Engine.Succeeds, recorders, rate: null);

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
