namespace ThroughputKit.Engines.Http2;

/// <summary>
/// Decodes header blocks (RFC 7541), field by field. Each block of a connection must be decoded to its end, whether or not somebody needs it: later ones refer
/// to its fields. Allocates nothing, unless fields are longer than any before.
/// </summary>
/// <remarks>1. <see cref="Begin"/>. 2. <see cref="TryNext"/> until it returns false. 3. <see cref="Error"/> tells whether that was the end.</remarks>
internal sealed class HpackDecoder
{
    /// <summary>The maximum size of all fields of a block, each with 32 bytes in addition (RFC 9113, 6.5.2).</summary>
    public const int MaxFieldBytes = 64 * 1024;

    private readonly HpackDynamicTable _table = new();
    private byte[] _text = new byte[512]; // of a name or a value that isn't in the block as it is
    private int _textLength;
    private int _decoded;
    private bool _hasField;

    /// <summary>Gets why the block can't be decoded; <see langword="null"/> if it can.</summary>
    public Http2Error? Error { get; private set; }

    /// <summary>Prepares for a new connection.</summary>
    public void Clear()
    {
        _table.Clear();
        Error = null;
    }

    /// <summary>Prepares for a block.</summary>
    public void Begin() => (_decoded, _hasField) = (0, false);

    /// <summary>Decodes the next field, whose bytes stay until the one after it.</summary>
    public bool TryNext(scoped ref ReadOnlySpan<byte> block, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        name = default;
        value = default;
        _textLength = 0;
        while (!block.IsEmpty && (block[0] & 0xE0) == 0x20)
        {
            if (_hasField || !TryInteger(ref block, 5, out var size) || size > HpackDynamicTable.MaxSize)
            {
                return Fail("it changes the size of the table after a field, or beyond 4,096 bytes");
            }

            _table.Resize(size);
        }

        if (block.IsEmpty)
        {
            return false;
        }

        _hasField = true;
        var first = block[0];
        var isIndexed = first >= 0x80;
        var isAdded = !isIndexed && first >= 0x40;
        var isRead = TryInteger(ref block, isIndexed ? 7 : isAdded ? 6 : 4, out var index);
        if (!isRead || index > HpackStaticTable.Count + _table.Count || (isIndexed && index == 0))
        {
            return Fail("it refers to a field that isn't in the table");
        }

        if (isIndexed)
        {
            var age = index - HpackStaticTable.Count - 1;
            name = age < 0 ? HpackStaticTable.Name(index) : _table.Name(age);
            value = age < 0 ? HpackStaticTable.Value(index) : _table.Value(age);
        }
        else if (!TryName(index, ref block, out name) || !TryText(ref block, out value))
        {
            return Fail("a name or a value is cut off or not in its code");
        }

        _decoded += name.Length + value.Length + HpackDynamicTable.Overhead;
        if (_decoded > MaxFieldBytes)
        {
            Error = Http2Error.TooLargeHead;
            return false;
        }

        if (isAdded)
        {
            _table.Add(name, value);
        }

        return true;
    }

    // A name of the table is copied: adding a field may move or remove it.
    private bool TryName(int index, scoped ref ReadOnlySpan<byte> block, out ReadOnlySpan<byte> name)
    {
        if (index == 0)
        {
            return TryText(ref block, out name);
        }

        name = index <= HpackStaticTable.Count ? HpackStaticTable.Name(index) : Copy(_table.Name(index - HpackStaticTable.Count - 1));
        return true;
    }

    private bool TryText(scoped ref ReadOnlySpan<byte> block, out ReadOnlySpan<byte> text)
    {
        text = default;
        var isHuffman = !block.IsEmpty && block[0] >= 0x80;
        if (!TryInteger(ref block, 7, out var length) || length > block.Length)
        {
            return false;
        }

        var encoded = block[..length];
        block = block[length..];
        if (!isHuffman)
        {
            text = encoded;
            return true;
        }

        var count = HpackHuffman.Decode(encoded, Room(HpackHuffman.MaxDecoded(length)));
        text = _text.AsSpan(_textLength, Math.Max(count, 0));
        _textLength += text.Length;
        return count >= 0;
    }

    private ReadOnlySpan<byte> Copy(ReadOnlySpan<byte> bytes)
    {
        var copy = Room(bytes.Length)[..bytes.Length];
        bytes.CopyTo(copy);
        _textLength += bytes.Length;
        return copy;
    }

    // A name in an array that is replaced stays there.
    private Span<byte> Room(int length)
    {
        if (_textLength + length > _text.Length)
        {
            _text = new byte[2 * (_textLength + length)];
            _textLength = 0;
        }

        return _text.AsSpan(_textLength);
    }

    private bool Fail(string cause)
    {
        Error = new Http2Error(Http2Code.CompressionError, $"the server sent headers that can't be decoded (HPACK): {cause}");
        return false;
    }

    // At most 28 bits after the first byte: none of these numbers is near that.
    private static bool TryInteger(scoped ref ReadOnlySpan<byte> block, int prefix, out int value)
    {
        value = 0;
        if (block.IsEmpty)
        {
            return false;
        }

        var mask = (1 << prefix) - 1;
        value = block[0] & mask;
        block = block[1..];
        if (value < mask)
        {
            return true;
        }

        for (var shift = 0; shift <= 21 && !block.IsEmpty; shift += 7)
        {
            var next = block[0];
            block = block[1..];
            value += (next & 0x7F) << shift;
            if (next < 0x80)
            {
                return true;
            }
        }

        return false;
    }
}
