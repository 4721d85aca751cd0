namespace ThroughputKit.Engines.Http2;

/// <summary>A request as HTTP/2 sends it.</summary>
/// <param name="Block">The header block, which is the same on every connection.</param>
/// <param name="Body">The body.</param>
/// <param name="IsHead">Whether its response has no body.</param>
internal readonly record struct Http2Request(ReadOnlyMemory<byte> Block, ReadOnlyMemory<byte> Body, bool IsHead)
{
    /// <summary>Gets the length of all its frames, unless windows cut the body into more.</summary>
    public int Length => FrameWriter.LengthOf(Block.Length) + (Body.IsEmpty ? 0 : FrameWriter.LengthOf(Body.Length));
}
