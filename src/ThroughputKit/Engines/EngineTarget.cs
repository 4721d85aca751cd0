using System.Net;
using System.Net.Security;

namespace ThroughputKit.Engines;

/// <summary>The checked address of all connections, and the TLS options; <see langword="null"/> for plain HTTP.</summary>
internal sealed record EngineTarget(IPEndPoint EndPoint, SslClientAuthenticationOptions? Tls);
