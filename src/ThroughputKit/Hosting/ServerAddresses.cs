using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting;

/// <summary>Finds the address of a started host.</summary>
internal static class ServerAddresses
{
    /// <param name="services">The services of the host.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <param name="port">What the address is to speak.</param>
    /// <exception cref="LoadTestException">It listens on nothing that can be loaded.</exception>
    public static async Task<Uri> FindAsync(IServiceProvider services, string app, CancellationToken cancellationToken, OwnPort port = OwnPort.Http1)
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
        var overHttps = port == OwnPort.Tls;
        Uri[] candidates = [.. ByPreference(addresses).Where(a => !overHttps || a.Scheme == Uri.UriSchemeHttps)];
        if (overHttps && candidates.Length == 0 && addresses.Count > 0)
        {
            throw new LoadTestException(new Problem(
                $"OverHttps is set, and {app} listens on {string.Join(", ", addresses)} only",
                "a host that the kit starts, or one with an address of https",
                "The kit adds its port with TLS before a host starts, unless UseKestrel of a factory has set one. "
                    + "If another test has started it, set OverHttps there too."));
        }

        if (candidates.Length > 1)
        {
            foreach (var candidate in candidates)
            {
                if (await Http1Check.PassesAsync(candidate, cancellationToken).ConfigureAwait(false) != (port == OwnPort.Http2))
                {
                    return candidate;
                }
            }
        }

        return candidates.FirstOrDefault() ?? throw new LoadTestException(new Problem(
            addresses.Count == 0 ? $"{app} listens on nothing" : $"{app} listens on {string.Join(", ", addresses)} only",
            "a host that listens on http or https over TCP once it is started",
            server is null
                ? "It has no web server: is it a plain Host? Build it with WebApplication.CreateBuilder. "
                    + "If it starts apps in other processes, as Aspire does, load one of those: LoadTest.Against(host.GetEndpoint(\"name\"))."
                : "Did its entry point end without Run, or is its only endpoint a pipe? Give it an address such as http://127.0.0.1:0."));
    }

    /// <summary>Returns the address to load among those that all speak HTTP/1.1.</summary>
    internal static Uri? Choose(IEnumerable<string> addresses) => ByPreference(addresses).FirstOrDefault();

    // Plain HTTP before TLS, loopback before other interfaces, otherwise the first.
    private static IEnumerable<Uri> ByPreference(IEnumerable<string> addresses) => addresses
        .Select(BindingAddress.Parse)
        .Where(a => !a.IsUnixPipe && !a.IsNamedPipe && a.Scheme is "http" or "https")
        .Select(ToUri)
        .OrderBy(a => a.Scheme == Uri.UriSchemeHttps)
        .ThenBy(a => !a.IsLoopback && !LoopbackNames.Contains(a.IdnHost));

    // A server that listens on every interface is reached through loopback.
    private static Uri ToUri(BindingAddress address) => new UriBuilder(
        address.Scheme,
        address.Host is "*" or "+" or "0.0.0.0" or "[::]" ? "127.0.0.1" : address.Host,
        address.Port).Uri;
}
