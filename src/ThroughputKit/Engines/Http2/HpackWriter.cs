namespace ThroughputKit.Engines.Http2;

/// <summary>
/// Writes the fields of a header block (RFC 7541, 6) so that it changes nothing at its reader: each field stands in the table from the beginning, or is written
/// out and marked as never to be indexed.
/// </summary>
/// <param name="room">Where to write. A field takes at most twice its length and 8 bytes.</param>
internal ref struct HpackWriter(Span<byte> room)
{
    /// <summary>Tells the reader that its table may be empty. Only at the beginning of a block.</summary>
    public const byte NoTable = 0x20;

    private readonly Span<byte> _room = room;

    /// <summary>Gets the number of bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Writes a field. Its name is in lower case.</summary>
    public void Write(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        var index = HpackStaticTable.Find(name, value, out var isWhole);
        if (isWhole)
        {
            WriteInteger(0x80, prefix: 7, index);
            return;
        }

        WriteInteger(0x10, prefix: 4, index);
        if (index == 0)
        {
            WriteText(name);
        }

        WriteText(value);
    }

    private void WriteText(ReadOnlySpan<byte> text)
    {
        WriteInteger(0, prefix: 7, text.Length);
        text.CopyTo(_room[Length..]);
        Length += text.Length;
    }

    private void WriteInteger(byte first, int prefix, int value)
    {
        var mask = (1 << prefix) - 1;
        _room[Length++] = (byte)(first | Math.Min(value, mask));
        if (value < mask)
        {
            return;
        }

        for (value -= mask; value >= 0x80; value >>= 7)
        {
            _room[Length++] = (byte)(0x80 | value);
        }

        _room[Length++] = (byte)value;
    }
}
