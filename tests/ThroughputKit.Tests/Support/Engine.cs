using System.Net;
using ThroughputKit.Engines;

namespace ThroughputKit.Tests.Support;

/// <summary>Engines without a run.</summary>
internal static class Engine
{
    /// <summary>Gets the statuses that are successes: only 200.</summary>
    public static bool[] Succeeds { get; } = [.. Enumerable.Range(0, 1000).Select(s => s == 200)];

    public static ILoadEngine For(ScriptedServer server, LoadEngine kind, int connections) => EngineFactory.Create(
        new LoadOptions { Engine = kind, Connections = connections },
        new EngineTarget(new IPEndPoint(IPAddress.Loopback, server.Address.Port), Tls: null),
        Succeeds).Engine;
}
