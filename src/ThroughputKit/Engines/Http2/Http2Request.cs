namespace ThroughputKit.Engines.Http2;

/// <summary>A request as HTTP/2 sends it.</summary>
/// <param name="Block">The header block, which is the same on every connection.</param>
/// <param name="Body">The body.</param>
/// <param name="IsHead">Whether its response has no body.</param>
internal readonly record struct Http2Request(ReadOnlyMemory<byte> Block, ReadOnlyMemory<byte> Body, bool IsHead);
