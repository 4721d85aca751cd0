using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace ThroughputKit.Hosting;

/// <summary>Adds an endpoint of the kit's own on a free loopback port: plain HTTP/1.1, whatever the app's endpoint defaults are.</summary>
/// <remarks>
/// Kestrel applies the defaults to an endpoint, then calls the action that configures it, and then adds it. So protocols set here
/// stay, and an action that throws leaves nothing behind. The start-up hook uses this as well.
/// </remarks>
internal static class OwnEndpoint
{
    /// <returns>The endpoint. Its port is known once the server has started.</returns>
    public static ListenOptions Add(KestrelServerOptions kestrel)
    {
        try
        {
            return Listen(kestrel);
        }
        catch (Exception)
        {
            // TLS can't be removed again, and may need a certificate that isn't on this machine. A second call replaces all defaults.
            kestrel.ConfigureEndpointDefaults(_ => { });
            return Listen(kestrel);
        }
    }

    private static ListenOptions Listen(KestrelServerOptions kestrel)
    {
        ListenOptions? own = null;
        kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            if ($"{endpoint}".StartsWith("https:", StringComparison.Ordinal))
            {
                throw new NotSupportedException("The defaults bring TLS.");
            }

            endpoint.Protocols = HttpProtocols.Http1;
            own = endpoint;
        });
        return own!;
    }
}
