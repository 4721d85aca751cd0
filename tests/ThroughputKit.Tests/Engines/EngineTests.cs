using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Tests that hold of every engine: each class of them runs once for each.</summary>
public abstract class EngineTests(LoadEngine engine)
{
    internal LoadTest Against(ScriptedServer server) => LoadTest.Against(server.Address).With(o => o.Engine = engine);
}
