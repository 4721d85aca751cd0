using System.Diagnostics;

namespace Experiments;

/// <summary>Proxies on loopback ports, which keep all their connections to the app open.</summary>
internal static class ProxyServers
{
    public static async Task<ProcessStartInfo> NginxAsync(TemporaryFolder folder, int port, string app)
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

    public static async Task<ProcessStartInfo> CaddyAsync(TemporaryFolder folder, int port, string app)
    {
        var program = Tool.Find("caddy", "caddy");
        var configuration = await folder.WriteAsync("Caddyfile", $$"""
            {
              admin off
              auto_https off
            }
            http://127.0.0.1:{{port}} {
              bind 127.0.0.1
              reverse_proxy {{new Uri(app).Authority}} {
                transport http {
                  keepalive_idle_conns_per_host 125
                }
              }
            }
            """);
        return new ProcessStartInfo(program, ["run", "--config", configuration, "--adapter", "caddyfile"])
        {
            Environment = { ["HOME"] = folder.Path, ["XDG_CONFIG_HOME"] = folder.Path, ["XDG_DATA_HOME"] = folder.Path },
        };
    }
}
