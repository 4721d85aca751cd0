namespace ThroughputKit;

/// <summary>The version of HTTP that the load speaks.</summary>
public enum LoadProtocol
{
    /// <summary>HTTP/1.1: a connection has one request in flight.</summary>
    Http1,

    /// <summary>
    /// HTTP/2: over https, or without TLS on a port that speaks nothing else, as those of the kit then do. A connection has one request in flight, or
    /// <see cref="LoadOptions.StreamsPerConnection"/>.
    /// </summary>
    Http2,
}
