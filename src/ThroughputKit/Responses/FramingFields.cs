using System.Text;

namespace ThroughputKit.Responses;

/// <summary>
/// The header fields that determine where a response ends and whether the connection stays open: Content-Length, Transfer-Encoding
/// and Connection; and Content-Type, if it says that the response doesn't end. All other fields are skipped unread.
/// </summary>
internal struct FramingFields
{
    private long _length;
    private bool _hasLength;
    private bool _hasTransferEncoding;
    private bool _chunkedLast;
    private bool _close;
    private bool _keepAlive;
    private bool _lastWasFraming;

    public readonly long ContentLength => _length;

    /// <summary>Gets whether the body is a stream of server-sent events.</summary>
    public bool IsEventStream { get; private set; }

    /// <summary>Adds one field line, without its line ending. Returns the error in it; <see langword="null"/> if it has none.</summary>
    public string? Add(ReadOnlySpan<byte> line)
    {
        var first = line[0];
        if (first is (byte)' ' or (byte)'\t')
        {
            return _lastWasFraming ? "a framing header is folded over two lines" : null;
        }

        // Only names that begin with 'c' or 't' matter. Most lines end here.
        _lastWasFraming = false;
        var colon = line.IndexOf((byte)':');
        if (colon <= 0)
        {
            return "a header line has no name and colon";
        }

        if ((first | 0x20) is not ('c' or 't'))
        {
            return null;
        }

        var name = line[..colon];
        if (name[^1] is (byte)' ' or (byte)'\t')
        {
            return "there is a space between a header's name and its colon";
        }

        var value = line[(colon + 1)..].Trim(" \t"u8);
        return colon switch
        {
            10 when Ascii.EqualsIgnoreCase(name, "connection"u8) => AddConnection(value),
            12 when Ascii.EqualsIgnoreCase(name, "content-type"u8) => AddType(value),
            14 when Ascii.EqualsIgnoreCase(name, "content-length"u8) => AddLength(value),
            17 when Ascii.EqualsIgnoreCase(name, "transfer-encoding"u8) => AddTransferEncoding(value),
            _ => null,
        };
    }

    /// <summary>Decides from all the fields of one head. Returns the error in their combination; <see langword="null"/> if there is none.</summary>
    public readonly string? Decide(bool bodiless, out BodyFraming framing)
    {
        if (bodiless || (!_hasTransferEncoding && _hasLength && _length == 0))
        {
            framing = BodyFraming.None;
        }
        else if (_hasTransferEncoding)
        {
            framing = _chunkedLast ? BodyFraming.Chunked : BodyFraming.UntilClose;
        }
        else
        {
            framing = _hasLength ? BodyFraming.Length : BodyFraming.UntilClose;
        }

        return _hasLength && _hasTransferEncoding
            ? "both Content-Length and Transfer-Encoding are set"
            : null;
    }

    /// <summary>Returns whether the connection can serve further requests (RFC 9112, 9.3).</summary>
    public readonly bool KeepsAlive(int minorVersion) =>
        !_close && (minorVersion >= 1 || (_keepAlive && !_hasTransferEncoding));

    private string? AddType(ReadOnlySpan<byte> value)
    {
        var stream = "text/event-stream"u8;
        IsEventStream = value.Length >= stream.Length && Ascii.EqualsIgnoreCase(value[..stream.Length], stream);
        return null;
    }

    private string? AddLength(ReadOnlySpan<byte> value)
    {
        _lastWasFraming = true;
        foreach (var part in value.Split((byte)','))
        {
            if (!TryParseLength(value[part].Trim(" \t"u8), out var length))
            {
                return "Content-Length is not a number";
            }

            if (_hasLength && length != _length)
            {
                return "two values of Content-Length differ";
            }

            (_hasLength, _length) = (true, length);
        }

        return null;
    }

    private string? AddTransferEncoding(ReadOnlySpan<byte> value)
    {
        _lastWasFraming = _hasTransferEncoding = true;
        foreach (var part in value.Split((byte)','))
        {
            var coding = value[part].Trim(" \t"u8);
            if (coding.IsEmpty)
            {
                continue;
            }

            var chunked = Ascii.EqualsIgnoreCase(coding, "chunked"u8);
            if (chunked && _chunkedLast)
            {
                return "Transfer-Encoding names chunked twice";
            }

            _chunkedLast = chunked;
        }

        return null;
    }

    private string? AddConnection(ReadOnlySpan<byte> value)
    {
        _lastWasFraming = true;
        foreach (var part in value.Split((byte)','))
        {
            var option = value[part].Trim(" \t"u8);
            _close |= Ascii.EqualsIgnoreCase(option, "close"u8);
            _keepAlive |= Ascii.EqualsIgnoreCase(option, "keep-alive"u8);
        }

        return null;
    }

    private static bool TryParseLength(ReadOnlySpan<byte> digits, out long length)
    {
        length = 0;
        foreach (var digit in digits)
        {
            if (digit is < (byte)'0' or > (byte)'9' || length > (long.MaxValue - 9) / 10)
            {
                return false;
            }

            length = (length * 10) + (digit - '0');
        }

        return !digits.IsEmpty;
    }
}
