using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Tests of every engine: each derived class runs once for each engine, and for those with threads of their own once more over TLS.</summary>
public abstract class EngineTests(LoadEngine engine, bool isOverTls = false)
{
    private readonly Func<ScriptedConnection, Task>? _handshake = isOverTls ? connection => connection.AuthenticateAsync(ScriptedServer.Tls) : null;

    internal LoadEngine Kind => engine;

    internal ScriptedServer Serve(Func<ScriptedConnection, Task> script) => new(script, _handshake);

    internal ScriptedServer Answering(string response) => ScriptedServer.Answering(response, _handshake);

    internal LoadTest Against(ScriptedServer server) => LoadTest.Against(server.Address).With(o => o.Engine = engine);

    /// <summary>Returns a window that the test closes.</summary>
    internal EndlessWindow Endless() => new(engine);
}
