namespace ThroughputKit.Requests;

/// <summary>A request as the bytes that go over the wire, made once before the load.</summary>
/// <param name="Name">The method and the path.</param>
/// <param name="Bytes">The whole request: line, headers, body.</param>
/// <param name="IsHead">Whether the response has no body whatever its headers say.</param>
internal sealed record EncodedRequest(string Name, ReadOnlyMemory<byte> Bytes, bool IsHead);
