using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting;

/// <summary>Finds the address of a started host.</summary>
internal static class ServerAddresses
{
    public static Uri Find(IServiceProvider services, string app)
    {
        var server = services.GetService<IServer>();
        if (server is TestServer)
        {
            throw new LoadTestException(new Problem(
                $"{app} runs on TestServer",
                "a host on Kestrel",
                "TestServer has no sockets to measure. Remove UseTestServer from the host under load."));
        }

        var addresses = server?.Features.Get<IServerAddressesFeature>()?.Addresses ?? [];
        return Choose(addresses) ?? throw new LoadTestException(new Problem(
            addresses.Count == 0 ? $"{app} listens on nothing" : $"{app} listens on {string.Join(", ", addresses)} only",
            "a host that listens on http or https over TCP once it is started",
            server is null
                ? "It has no web server: is it a plain Host? Build it with WebApplication.CreateBuilder."
                : "Did its entry point end without Run, or is its only endpoint a pipe? Give it an address such as http://127.0.0.1:0."));
    }

    /// <summary>Returns the address to load: plain HTTP before TLS, loopback before other interfaces, otherwise the first.</summary>
    internal static Uri? Choose(IEnumerable<string> addresses) => addresses
        .Select(BindingAddress.Parse)
        .Where(a => !a.IsUnixPipe && !a.IsNamedPipe && a.Scheme is "http" or "https")
        .Select(ToUri)
        .OrderBy(a => a.Scheme == Uri.UriSchemeHttps)
        .ThenBy(a => !a.IsLoopback && !LoopbackNames.Contains(a.IdnHost))
        .FirstOrDefault();

    // A server that listens on every interface is reached through loopback.
    private static Uri ToUri(BindingAddress address) => new UriBuilder(
        address.Scheme,
        address.Host is "*" or "+" or "0.0.0.0" or "[::]" ? "127.0.0.1" : address.Host,
        address.Port).Uri;
}
