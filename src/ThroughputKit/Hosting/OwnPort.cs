namespace ThroughputKit.Hosting;

/// <summary>What the port speaks that the kit gives an app.</summary>
internal enum OwnPort
{
    /// <summary>HTTP/1.1 without TLS.</summary>
    Http1,

    /// <summary>HTTP/2 without TLS: Kestrel can't tell both versions apart there.</summary>
    Http2,

    /// <summary>Both versions, over TLS.</summary>
    Tls,
}
