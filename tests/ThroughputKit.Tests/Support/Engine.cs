using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Hosting;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Support;

/// <summary>Engines without a run.</summary>
internal static class Engine
{
    private static readonly ExpectedAnswer _ok = new(StatusTable.Of(s => s == 200));

    /// <summary>Encodes a request that expects the status 200.</summary>
    public static EncodedRequest Encode(LoadRequest request, Uri address, DataEncoder? data = null) => RequestEncoder.Encode(request, address, _ok, data);

    public static ILoadEngine For(ScriptedServer server, LoadEngine kind, int connections, int room = 0) =>
        EngineFactory.Create(new LoadOptions { Engine = kind, Connections = connections }, Target(server), room: room).Engine;

    /// <summary>Sends some requests for "/", as a phase does.</summary>
    public static async Task<Recorder> SendAsync(ILoadEngine engine, ScriptedServer server, RequestBudget budget)
    {
        EncodedRequest[] requests = [Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(requests.Length);
        using var phase = new LoadPhase(requests, recorders, new Schedule(new RequestOrder(requests.Length)) { Budget = budget });
        var load = engine.RunAsync(phase);
        phase.Open(TimeSpan.MaxValue);
        await load;
        return phase.Recorders.Merge();
    }

    /// <summary>Returns what the server's address and any certificate lead to.</summary>
    public static EngineTarget Target(ScriptedServer server)
    {
        var endPoint = new IPEndPoint(IPAddress.Loopback, server.Address.Port);
        return new EngineTarget(endPoint, AppTls.Options(server.Address, endPoint, certificate: null)) { Address = server.Address };
    }
}
