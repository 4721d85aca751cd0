using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;

namespace ThroughputKit.Tests.Support;

/// <summary>Engines without a run.</summary>
internal static class Engine
{
    private static readonly ExpectedAnswer _ok = new(StatusTable.Of(s => s == 200));

    /// <summary>Encodes a request that expects the status 200.</summary>
    public static EncodedRequest Encode(LoadRequest request, Uri address, DataEncoder? data = null) => RequestEncoder.Encode(request, address, _ok, data);

    public static ILoadEngine For(ScriptedServer server, LoadEngine kind, int connections, int room = 0) => EngineFactory.Create(
        new LoadOptions { Engine = kind, Connections = connections },
        new EngineTarget(new IPEndPoint(IPAddress.Loopback, server.Address.Port), Tls: null) { Address = server.Address }, room: room).Engine;
}
