namespace ThroughputKit.Engines;

/// <summary>What an engine needs to know before it sends a request.</summary>
/// <param name="Connections">The number of connections.</param>
/// <param name="Timeout">The timeout of a request.</param>
/// <param name="HighestRate">The highest rate; <see langword="null"/> for a closed loop.</param>
/// <param name="Room">The maximum length of a request with data; zero if there is none.</param>
/// <param name="RequestsPerConnection">The number of requests after which a connection is closed; <see langword="null"/> to keep it open.</param>
/// <param name="Http2">How HTTP/2 is spoken; <see langword="null"/> for HTTP/1.1.</param>
internal sealed record LoadShape(
    int Connections, TimeSpan Timeout, double? HighestRate, int Room = 0, int? RequestsPerConnection = null, Http2Shape? Http2 = null)
{
    /// <summary>Gets the number of senders of each connection, which have one request in flight each.</summary>
    public int SendersOfEach => Http2?.Streams ?? 1;

    /// <summary>Gets the number of senders.</summary>
    public int Senders => Connections * SendersOfEach;
}
