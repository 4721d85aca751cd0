namespace ThroughputKit.Engines;

/// <summary>How a load speaks HTTP/2.</summary>
/// <param name="Streams">The number of streams of each connection.</param>
/// <param name="IsSecure">Whether it goes over TLS.</param>
internal sealed record Http2Shape(int Streams, bool IsSecure);
