using System.Net;
using System.Net.Security;

namespace ThroughputKit.Hosting;

/// <summary>An address that may be loaded. All connections go to the end point that was checked, whatever the name resolves to by now.</summary>
/// <param name="Address">The app's address.</param>
/// <param name="EndPoint">The end point that answers there.</param>
/// <param name="Tls">The TLS options of all connections; <see langword="null"/> for plain HTTP.</param>
/// <param name="Protocol">The version of HTTP that is spoken there.</param>
internal sealed record CheckedAddress(
    Uri Address, IPEndPoint EndPoint, SslClientAuthenticationOptions? Tls, LoadProtocol Protocol = LoadProtocol.Http1);
