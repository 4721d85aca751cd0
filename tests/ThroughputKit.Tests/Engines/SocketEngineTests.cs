using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

public class SocketEngineTests
{
    private static readonly bool[] _succeeds = [.. Enumerable.Range(0, 1000).Select(s => s == 200)];

    [Fact]
    public async Task Keeps_its_connections_from_phase_to_phase()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        await using var engine = Engine(server);

        Assert.Equal((1, 1), await SendOneAsync(engine, server));
        Assert.Equal((1, 0), await SendOneAsync(engine, server));
    }

    [Fact]
    public async Task Opens_a_connection_again_that_was_closed_between_phases_without_a_failure()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
        });
        await using var engine = Engine(server);

        Assert.Equal((1, 1), await SendOneAsync(engine, server));
        await Task.Delay(200);
        Assert.Equal((1, 1), await SendOneAsync(engine, server));
    }

    private static SocketEngine Engine(ScriptedServer server) => new(
        new EngineTarget(new IPEndPoint(IPAddress.Loopback, server.Address.Port), Tls: null),
        connections: 1,
        TimeSpan.FromSeconds(10),
        _succeeds);

    private static async Task<(long Succeeded, long ConnectionsOpened)> SendOneAsync(SocketEngine engine, ScriptedServer server)
    {
        EncodedRequest[] requests = [RequestEncoder.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(requests.Length);
        using var phase = new LoadPhase(requests, _succeeds, recorders, new RequestBudget(1, connections: 1));
        var load = engine.RunAsync(phase);
        phase.Open(TimeSpan.MaxValue);
        await load;
        var recorded = phase.Recorders.Merge();
        return (recorded.Endpoints[0].Succeeded, recorded.ConnectionsOpened);
    }
}
