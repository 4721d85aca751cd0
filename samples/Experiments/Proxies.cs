using System.Diagnostics;
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
        await using var nginx = await Server.StartAsync(await NginxAsync(folder, nginxPort, app.Http), nginxPort, session.Cancellation);
        await using var caddy = await Server.StartAsync(await CaddyAsync(folder, caddyPort, app.Http), caddyPort, session.Cancellation);

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

    private static async Task<ProcessStartInfo> NginxAsync(TemporaryFolder folder, int port, string app)
    {
        var program = Tool.Find("nginx", "nginx");
        var configuration = await folder.WriteAsync("nginx.conf", $$"""
            daemon off;
            pid {{folder.Path}}/nginx.pid;
            worker_processes auto;
            error_log stderr;
            events { worker_connections 1024; }
            http {
              access_log off;
              client_body_temp_path {{folder.Path}}/1; proxy_temp_path {{folder.Path}}/2; fastcgi_temp_path {{folder.Path}}/3;
              uwsgi_temp_path {{folder.Path}}/4; scgi_temp_path {{folder.Path}}/5;
              keepalive_requests 1000000000;
              upstream app { server {{new Uri(app).Authority}}; keepalive 125; keepalive_requests 1000000000; }
              server {
                listen 127.0.0.1:{{port}};
                location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }
              }
            }
            """);
        return new ProcessStartInfo(program, ["-p", folder.Path, "-c", configuration, "-e", "stderr"]);
    }

    private static async Task<ProcessStartInfo> CaddyAsync(TemporaryFolder folder, int port, string app)
    {
        var program = Tool.Find("caddy", "caddy");
        var configuration = await folder.WriteAsync("Caddyfile", $$"""
            {
              admin off
              auto_https off
            }
            http://127.0.0.1:{{port}} {
              bind 127.0.0.1
              reverse_proxy {{new Uri(app).Authority}} { transport http { keepalive_idle_conns_per_host 125 } }
            }
            """);
        return new ProcessStartInfo(program, ["run", "--config", configuration, "--adapter", "caddyfile"]) { Environment = { ["HOME"] = folder.Path } };
    }
}
