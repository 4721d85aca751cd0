using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Loops;

/// <summary>More connections on one thread than one wait returns events for.</summary>
public class ManyConnectionsTests
{
    private const int Connections = Poller.MaxEvents + 200;

    [Theory]
    [MemberData(nameof(Pollers.All), MemberType = typeof(Pollers))]
    public async Task Connections_closed_by_the_server_between_phases_are_reopened_without_a_failure(string poller)
    {
        var (waiting, allWait, close) = (0, new TaskCompletionSource(), new TaskCompletionSource());
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            if (Interlocked.Increment(ref waiting) == Connections)
            {
                allWait.SetResult(); // none is answered earlier, so each connection has sent one request
            }

            await allWait.Task;
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            await close.Task;
        });
        var endPoint = new IPEndPoint(IPAddress.Loopback, server.Address.Port);
        var shape = new LoadShape(Connections, TimeSpan.FromMinutes(1), HighestRate: null);
        await using var engine = new LoopEngine(endPoint, shape, threads: 1, crew: null, Pollers.Of(poller));

        var first = await SendAsync(engine, server);
        close.SetResult();
        await server.ClosedAsync(); // on loopback the client has the end of a connection as soon as it is closed
        var second = await SendAsync(engine, server);

        Assert.Equal((Connections, Connections), (first.Succeeded, first.ConnectionsOpened));
        Assert.Equal(0, second.Whole().Failures[FailureKind.ClosedWhileReusing]);
        Assert.Equal((Connections, Connections), (second.Succeeded, second.ConnectionsOpened));
    }

    private static async Task<Recorder> SendAsync(LoopEngine engine, ScriptedServer server)
    {
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(requests.Length);
        using var phase = new LoadPhase(requests, recorders, new Schedule(new RequestOrder(requests.Length)) { Budget = new RequestBudget(Connections) });
        var load = engine.RunAsync(phase);
        phase.Open(TimeSpan.MaxValue);
        await load;
        return recorders.Merge();
    }
}
