using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Sends requests in pipelines to a scripted server.</summary>
public abstract class PipelineTestBase(LoadEngine engine) : EngineTests(engine)
{
    private protected const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    private protected static async Task<bool> ReadAsync(ScriptedConnection connection, int requests)
    {
        for (; requests > 0; requests--)
        {
            if (await connection.ReadRequestAsync() is null)
            {
                return false;
            }
        }

        return true;
    }

    private protected async Task<LoadResult> Run(ScriptedServer server, long requests, int depth, TimeSpan? timeout = null) => Identity.Check(
        await Against(server).Get("/").Sending(requests, connections: 1)
            .With(o => (o.PipelineDepth, o.Timeout) = (depth, timeout ?? o.Timeout)).RunAsync());
}
