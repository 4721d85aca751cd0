namespace ThroughputKit.Requests;

/// <summary>A request as the bytes sent over the wire, encoded once before the load.</summary>
internal sealed record EncodedRequest(string Name, ReadOnlyMemory<byte> Bytes, bool IsHead);
