using System.Collections;
using System.Net;
using System.Reflection;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting;

/// <summary>
/// Adds an endpoint of the kit's own on a free loopback port: HTTP/1.1, HTTP/2 alone or, over TLS, both, whatever the app's endpoint defaults are.
/// </summary>
/// <remarks>
/// Kestrel applies the defaults to an endpoint, then calls the action that configures it, and then adds it. So protocols set here
/// stay, and an action that throws leaves nothing behind. The start-up hook uses this as well.
/// </remarks>
internal static class OwnEndpoint
{
    /// <param name="kestrel">The server's options.</param>
    /// <param name="certificate">The certificate of an endpoint with TLS; <see langword="null"/> for plain HTTP.</param>
    /// <param name="isHttp2">Whether an endpoint without TLS speaks HTTP/2, and nothing else.</param>
    /// <returns>The endpoint. Its port is known once the server has started.</returns>
    public static ListenOptions Add(KestrelServerOptions kestrel, X509Certificate2? certificate = null, bool isHttp2 = false)
    {
        try
        {
            return Listen(kestrel, certificate, isHttp2);
        }
        catch (Exception)
        {
            // TLS can't be removed again, and may need a certificate that isn't on this machine. A second call replaces all defaults.
            kestrel.ConfigureEndpointDefaults(_ => { });
            if (certificate is not null)
            {
                kestrel.ConfigureHttpsDefaults(_ => { });
            }

            return Listen(kestrel, certificate, isHttp2);
        }
    }

    /// <summary>Adds the endpoint, plain, unless the code of its owner has one for HTTP/1.1.</summary>
    public static void AddIfNone(KestrelServerOptions kestrel)
    {
        var endpoints = typeof(KestrelServerOptions).GetProperty("CodeBackedListenOptions", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(kestrel);
        if (endpoints is not IEnumerable all || !all.OfType<ListenOptions>().Any(o => o.IPEndPoint is not null && o.Protocols.HasFlag(HttpProtocols.Http1)))
        {
            Add(kestrel);
        }
    }

    /// <summary>
    /// Adds the endpoint to an app that the kit starts. Endpoints of the app's configuration are dropped: they are for its normal deployment. If the app has
    /// others in code, it finds only those among its addresses: it may register its only one somewhere.
    /// </summary>
    /// <param name="kestrel">The server's options.</param>
    /// <param name="certificate">The certificate of an endpoint with TLS; <see langword="null"/> for plain HTTP.</param>
    /// <param name="isHttp2">Whether an endpoint without TLS speaks HTTP/2, and nothing else.</param>
    /// <returns>The endpoint. Its port is known once the server has started.</returns>
    public static ListenOptions AddUnseen(KestrelServerOptions kestrel, X509Certificate2? certificate = null, bool isHttp2 = false)
    {
        kestrel.Configure();
        var own = Add(kestrel, certificate, isHttp2);

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

    /// <summary>Returns the address of the endpoint; <see langword="null"/> before the server listens there.</summary>
    public static Uri? AddressOf(ListenOptions? own, bool overHttps) =>
        own is { IPEndPoint: { Port: > 0 } bound } ? new Uri($"{(overHttps ? "https" : "http")}://{bound}") : null;

    private static ListenOptions Listen(KestrelServerOptions kestrel, X509Certificate2? certificate, bool isHttp2)
    {
        ListenOptions? own = null;
        kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            if ($"{endpoint}".StartsWith("https:", StringComparison.Ordinal))
            {
                throw new NotSupportedException("The defaults bring TLS.");
            }

            endpoint.Protocols = isHttp2 ? HttpProtocols.Http2 : HttpProtocols.Http1;
            if (certificate is not null)
            {
                endpoint.Protocols = HttpProtocols.Http1AndHttp2;
                endpoint.UseHttps(tls => Use(tls, certificate));
            }

            own = endpoint;
        });
        return own!;
    }

    // Other defaults of the app hold, such as its TLS versions. The load has no certificate of a client.
    private static void Use(HttpsConnectionAdapterOptions tls, X509Certificate2 certificate) =>
        (tls.ServerCertificate, tls.ServerCertificateSelector, tls.ClientCertificateMode) = (certificate, null, ClientCertificateMode.NoCertificate);

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
