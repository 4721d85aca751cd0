namespace ThroughputKit.Requests;

/// <summary>A request as the bytes sent over the wire, encoded once before the load.</summary>
/// <param name="Name">The method and the path.</param>
/// <param name="Bytes">The whole request: request line, headers, body.</param>
/// <param name="IsHead">Whether the response has no body, whatever its headers say.</param>
internal sealed record EncodedRequest(string Name, ReadOnlyMemory<byte> Bytes, bool IsHead);
