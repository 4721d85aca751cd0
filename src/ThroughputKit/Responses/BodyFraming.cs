namespace ThroughputKit.Responses;

/// <summary>How the end of a response's body is found (RFC 9112, 6.3).</summary>
internal enum BodyFraming
{
    None,
    Length,
    Chunked,
    UntilClose,
}
