using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;

namespace ThroughputKit.Hosting;

/// <summary>TLS options for an app under test. On this machine any certificate is accepted, as development certificates are rarely trusted.</summary>
[SuppressMessage("Security", "CA5359", Justification = "Only for an address on this machine; any other is validated as usual.")]
internal static class LoopbackTls
{
    public static SslClientAuthenticationOptions Options(string host, IPEndPoint endPoint) => new()
    {
        TargetHost = host,
        ApplicationProtocols = [SslApplicationProtocol.Http11],
        RemoteCertificateValidationCallback = IPAddress.IsLoopback(endPoint.Address)
            ? static (_, _, _, _) => true
            : null,
    };
}
