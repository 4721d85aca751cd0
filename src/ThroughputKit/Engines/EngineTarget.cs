using System.Net;
using System.Net.Security;

namespace ThroughputKit.Engines;

/// <summary>Where the load goes.</summary>
/// <param name="EndPoint">The address that was checked: connections are made to it and to nothing else.</param>
/// <param name="Tls">How TLS is asked for, or <see langword="null"/> for plain HTTP.</param>
internal sealed record EngineTarget(IPEndPoint EndPoint, SslClientAuthenticationOptions? Tls);
