using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;

namespace ThroughputKit.Requests;

/// <summary>A request as the bytes sent over the wire, encoded once before the load, and what it expects in return.</summary>
internal sealed record EncodedRequest(string Name, ReadOnlyMemory<byte> Bytes, bool IsHead, ExpectedAnswer Expected)
{
    /// <summary>Gets what each request is written from; <see langword="null"/> if all are the same bytes.</summary>
    public RequestTemplate? Template { get; init; }
}
