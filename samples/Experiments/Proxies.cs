using ThroughputKit;

namespace Experiments;

internal sealed class Proxies : IExperiment
{
    public string Name => "proxies";

    public string Question => "What does a proxy in front of Kestrel cost?";

    public string Published => "10,667 RPS of Kestrel alone, 3,509 behind nginx and 3,485 behind Caddy, with 2 connections: ratios of 0.33.";

    public async Task RunAsync(Session session)
    {
        using var folder = new TemporaryFolder();
        await using var app = await ServedApp.StartAsync(session.Cancellation);
        var (nginxPort, caddyPort) = (Server.FreePort(), Server.FreePort());
        await using var nginx = await Server.StartAsync(await ProxyServers.NginxAsync(folder, nginxPort, app.Http), nginxPort, session.Cancellation);
        await using var caddy = await Server.StartAsync(await ProxyServers.CaddyAsync(folder, caddyPort, app.Http), caddyPort, session.Cancellation);

        foreach (var connections in new[] { 2, 125 })
        {
            var result = await session.MeasureAsync(
                $"Text with the date, {connections} connections",
                ("Kestrel alone", Test(app.Http, connections).Get("/date")),
                ("nginx", Test(Address(nginxPort), connections).Get("/date")),
                ("Caddy", Test(Address(caddyPort), connections).Get("/date")));
            var areSlower = result["nginx"].Ratio is { Value: < 1 } && result["Caddy"].Ratio is { Value: < 1 };
            session.Expect($"both proxies are slower than none at {connections} connections", areSlower);
        }

        var behind = Test(Address(nginxPort), 125);
        await session.MeasureAsync("Other bodies, behind nginx, 125 connections", ("date", behind.Get("/date")), ("TraceIdentifier", behind.Get("/trace")));
    }

    private static LoadTest Test(string address, int connections) => LoadTest.Against(address).With(o => o.Connections = connections);

    private static string Address(int port) => $"http://127.0.0.1:{port}";
}
