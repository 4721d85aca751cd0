using ThroughputKit;
using ThroughputKit.Tests.Support;

namespace Engines;

/// <summary>The app in another process over HTTP/2, without TLS and with it.</summary>
internal static class Http2Section
{
    private static readonly (int Connections, int Streams)[] _shapes = [(64, 1), (8, 16), (8, 100)];

    public static async Task RunAsync(Session session, Settings settings, IReadOnlyList<LoadEngine> engines)
    {
        using (var plain = await AppProcess.StartAsync("--Kestrel:EndpointDefaults:Protocols=Http2"))
        {
            await RunAsync(session, settings, "HTTP/2", plain.Address, engines);
        }

        using var secure = await SecureApp.StartAsync();
        await RunAsync(session, settings, "HTTP/2 over TLS", secure.Address, engines);
    }

    private static async Task RunAsync(Session session, Settings settings, string how, Uri address, IReadOnlyList<LoadEngine> engines)
    {
        foreach (var (connections, streams) in _shapes)
        {
            await GeneratorSection.RunAsync(
                session, settings with { Connections = [connections] }, $"App in another process, {how}, {streams} streams a connection", address,
                [
                    .. Tool.Http2(streams).Select(t => new ToolGenerator(t)),
                    .. engines.Where(e => e != LoadEngine.Socket).Select(e => new KitGenerator(e) { Streams = streams }),
                ],
                inFlight: connections * streams);
        }
    }
}
