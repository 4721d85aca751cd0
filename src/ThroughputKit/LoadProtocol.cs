namespace ThroughputKit;

/// <summary>The version of HTTP that the load speaks.</summary>
public enum LoadProtocol
{
    /// <summary>HTTP/1.1: a connection has one request in flight.</summary>
    Http1,

    /// <summary>
    /// HTTP/2: over https, or without TLS to an endpoint that speaks nothing else. Needs <see cref="LoadEngine.Client"/>, and a connection has one request in
    /// flight too; code of a scenario may have more.
    /// </summary>
    Http2,
}
