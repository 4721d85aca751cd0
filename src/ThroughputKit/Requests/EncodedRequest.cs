using ThroughputKit.Responses;

namespace ThroughputKit.Requests;

/// <summary>A request as the bytes sent over the wire, encoded once before the load, and what it expects in return.</summary>
internal sealed record EncodedRequest(string Name, ReadOnlyMemory<byte> Bytes, bool IsHead, ExpectedAnswer Expected);
