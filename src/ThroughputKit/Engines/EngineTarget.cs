using System.Net;
using System.Net.Security;
using ThroughputKit.Recording;

namespace ThroughputKit.Engines;

/// <summary>The checked address of all connections, and the TLS options; <see langword="null"/> for plain HTTP.</summary>
internal sealed record EngineTarget(IPEndPoint EndPoint, SslClientAuthenticationOptions? Tls)
{
    /// <summary>Gets the address as it was given, for the framework's client.</summary>
    public Uri? Address { get; init; }

    /// <summary>Gets what takes the durations of TLS handshakes.</summary>
    public Handshakes Handshakes { get; } = new();
}
