using System.Net;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

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

    /// <summary>
    /// Adds the endpoint to an app that the kit starts. Endpoints of the app's configuration are dropped: they are for its normal deployment. If the app has
    /// others in code, it finds only those among its addresses: it may register its only one somewhere.
    /// </summary>
    /// <returns>The endpoint. Its port is known once the server has started.</returns>
    public static ListenOptions AddUnseen(KestrelServerOptions kestrel)
    {
        kestrel.Configure();
        var own = Add(kestrel);

        // The server asks for its connections when it binds the endpoint: it exists by then, and the app hasn't started yet.
        own.Use(next =>
        {
            if (own.ApplicationServices.GetService<IServer>()?.Features is { } features && features.Get<IServerAddressesFeature>() is { } all)
            {
                features.Set<IServerAddressesFeature>(new AppAddresses(all, own));
            }

            return next;
        });
        return own;
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

    private sealed class AppAddresses(IServerAddressesFeature all, ListenOptions own) : IServerAddressesFeature
    {
        public ICollection<string> Addresses => all.Addresses.Count > 1 ? [.. all.Addresses.Where(a => a != $"{own}")] : all.Addresses;

        public bool PreferHostingUrls
        {
            get => all.PreferHostingUrls;
            set => all.PreferHostingUrls = value;
        }
    }
}
