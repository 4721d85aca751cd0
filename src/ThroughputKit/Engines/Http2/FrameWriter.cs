namespace ThroughputKit.Engines.Http2;

/// <summary>Writes frames into a buffer.</summary>
/// <param name="room">The buffer.</param>
internal ref struct FrameWriter(Span<byte> room)
{
    private readonly Span<byte> _room = room;

    /// <summary>Gets the number of bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Gets how many more there is room for.</summary>
    public readonly int Left => _room.Length - Length;

    /// <summary>Returns how long a header block is in its frames.</summary>
    public static int LengthOf(int block) => block + (FrameHeader.Size * Math.Max(1, (block + FrameHeader.MaxLength - 1) / FrameHeader.MaxLength));

    /// <summary>Takes the next bytes of the buffer.</summary>
    public Span<byte> Take(int count)
    {
        var taken = _room.Slice(Length, count);
        Length += count;
        return taken;
    }

    /// <summary>Begins a frame, and returns the room for its payload.</summary>
    public Span<byte> Begin(FrameType type, FrameFlags flags, int stream, int length)
    {
        new FrameHeader(length, type, flags, stream).Write(Take(FrameHeader.Size));
        return Take(length);
    }

    /// <summary>Writes a header block, if there is room for all of it.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="endsStream">Whether no body follows.</param>
    /// <param name="before">What comes before the block; less than a frame.</param>
    /// <param name="block">The block.</param>
    public bool TryWriteHead(int stream, bool endsStream, ReadOnlySpan<byte> before, ReadOnlySpan<byte> block)
    {
        var left = before.Length + block.Length;
        if (LengthOf(left) > Left)
        {
            return false;
        }

        var type = FrameType.Headers;
        do
        {
            var length = Math.Min(left, FrameHeader.MaxLength);
            var flags = endsStream && type == FrameType.Headers ? FrameFlags.EndStream : FrameFlags.None;
            flags |= length == left ? FrameFlags.EndHeaders : FrameFlags.None;
            var payload = Begin(type, flags, stream, length);
            before.CopyTo(payload);
            var part = block[..(length - before.Length)];
            part.CopyTo(payload[before.Length..]);
            before = default;
            block = block[part.Length..];
            (left, type) = (left - length, FrameType.Continuation);
        }
        while (left > 0);
        return true;
    }
}
