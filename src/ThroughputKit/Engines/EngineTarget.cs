using System.Net;
using System.Net.Security;

namespace ThroughputKit.Engines;

/// <summary>The target of the load.</summary>
/// <param name="EndPoint">The checked address. All connections are made to it.</param>
/// <param name="Tls">The TLS options, or <see langword="null"/> for plain HTTP.</param>
internal sealed record EngineTarget(IPEndPoint EndPoint, SslClientAuthenticationOptions? Tls);
