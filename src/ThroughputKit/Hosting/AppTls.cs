using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;

namespace ThroughputKit.Hosting;

/// <summary>
/// TLS options for an app under test. The certificate that the kit has made for a run is the only one that it accepts there. Otherwise any is accepted on this
/// machine, as development certificates are rarely trusted, and elsewhere those that the system trusts.
/// </summary>
[SuppressMessage("Security", "CA5359", Justification = "Only for an address on this machine; any other is validated as usual.")]
internal static class AppTls
{
    /// <param name="address">The app's address.</param>
    /// <param name="endPoint">The end point that answers there.</param>
    /// <param name="certificate">The only certificate that is accepted; <see langword="null"/> if it isn't known.</param>
    /// <param name="protocol">The version of HTTP. That of HTTP/2 is preferred, so that a server that lacks it can tell.</param>
    /// <returns>The options; <see langword="null"/> for plain HTTP.</returns>
    public static SslClientAuthenticationOptions? Options(
        Uri address, IPEndPoint endPoint, byte[]? certificate, LoadProtocol protocol = LoadProtocol.Http1) =>
        address.Scheme != Uri.UriSchemeHttps ? null : new()
        {
            TargetHost = address.IdnHost,
            ApplicationProtocols = protocol == LoadProtocol.Http2 ? [SslApplicationProtocol.Http2, SslApplicationProtocol.Http11]
                : [SslApplicationProtocol.Http11],
            AllowTlsResume = false, // every new connection costs the app a whole handshake, as one of a new client does
            RemoteCertificateValidationCallback = certificate is not null ? (_, shown, _, _) => certificate.AsSpan().SequenceEqual(shown?.GetRawCertData())
                : IPAddress.IsLoopback(endPoint.Address) ? static (_, _, _, _) => true
                : null,
        };
}
