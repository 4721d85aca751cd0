using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Tests of every engine: each derived class runs once for each engine.</summary>
public abstract class EngineTests(LoadEngine engine)
{
    internal LoadEngine Kind => engine;

    internal LoadTest Against(ScriptedServer server) => LoadTest.Against(server.Address).With(o => o.Engine = engine);

    /// <summary>Returns a window that the test closes.</summary>
    internal EndlessWindow Endless() => new(engine);
}
