namespace ThroughputKit.Engines.Http2;

/// <summary>A header block that continues in more than one frame (RFC 9113, 4.3). Allocates nothing, unless a block is longer than any before.</summary>
internal sealed class HeaderBlock
{
    private byte[] _bytes = [];
    private int _length;

    /// <summary>Gets the frame that began the block; <see langword="null"/> if there is none, or it is complete.</summary>
    public FrameHeader? Head { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>Ends the block.</summary>
    public void Clear() => (Head, _length) = (null, 0);

    public void Begin(in FrameHeader head) => (Head, _length) = (head, 0);

    /// <summary>Adds a part of the block. Returns whether it isn't too long with it.</summary>
    public bool TryAdd(ReadOnlySpan<byte> part)
    {
        var length = _length + part.Length;
        if (length > HpackDecoder.MaxFieldBytes)
        {
            return false;
        }

        if (length > _bytes.Length)
        {
            Array.Resize(ref _bytes, 2 * length);
        }

        part.CopyTo(_bytes.AsSpan(_length));
        _length = length;
        return true;
    }
}
