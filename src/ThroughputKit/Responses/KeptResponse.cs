namespace ThroughputKit.Responses;

/// <summary>
/// What a request needs of its response, to check it or to take values from it: the fields of its head, and its body, joined. One array per connection, which
/// is reused and grows up to a limit.
/// </summary>
internal sealed class KeptResponse
{
    /// <summary>The maximum size of a body. A longer one isn't kept whole.</summary>
    public const int MaxBodyBytes = 16 * 1024 * 1024;

    private const int MaxBytes = MaxBodyBytes + (2 * ResponseReader.MaxHeadBytes); // with trailers

    private byte[] _bytes = [];
    private int _headLength;
    private int _trailersAt;
    private int _length;

    /// <summary>Gets the lines after the status line, and after them those of the trailers, if they are kept.</summary>
    public ReadOnlySpan<byte> Head => _bytes.AsSpan(0, _headLength);

    /// <summary>Gets those of the trailers alone.</summary>
    public ReadOnlySpan<byte> Trailers => Head[_trailersAt..];

    public ReadOnlySpan<byte> Body => _bytes.AsSpan(_headLength, _length - _headLength);

    /// <summary>Gets whether the body was too long to be kept.</summary>
    public bool IsCut { get; private set; }

    public void Clear() => (_headLength, _trailersAt, _length, IsCut) = (0, 0, 0, false);

    /// <summary>Adds a part of the head, or of the trailers.</summary>
    public void AddToHead(ReadOnlySpan<byte> lines, bool isTrailer = false) => lines.CopyTo(RoomInHead(lines.Length, isTrailer));

    /// <summary>Adds a field of the head, or of the trailers, as a line.</summary>
    public void AddField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        var line = RoomInHead(name.Length + value.Length + 4, isTrailer);
        name.CopyTo(line);
        ": "u8.CopyTo(line[name.Length..]);
        value.CopyTo(line[(name.Length + 2)..]);
        "\r\n"u8.CopyTo(line[^2..]);
    }

    public void AddToBody(ReadOnlySpan<byte> data)
    {
        IsCut |= Body.Length + data.Length > MaxBodyBytes;
        if (!IsCut)
        {
            Add(data);
        }
    }

    private void Add(ReadOnlySpan<byte> data)
    {
        Grow(data.Length);
        data.CopyTo(_bytes.AsSpan(_length));
        _length += data.Length;
    }

    private Span<byte> RoomInHead(int length, bool isTrailer)
    {
        Grow(length);
        Body.CopyTo(_bytes.AsSpan(_headLength + length));
        (_headLength, _length) = (_headLength + length, _length + length);
        _trailersAt = isTrailer ? _trailersAt : _headLength;
        return _bytes.AsSpan(_headLength - length, length);
    }

    private void Grow(int by)
    {
        var length = _length + by;
        if (length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Min(MaxBytes, Math.Max(1024, 2 * length)));
        }
    }
}
