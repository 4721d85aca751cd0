namespace ThroughputKit.Responses;

/// <summary>
/// Finds the end of an HTTP/1.x response in bytes that arrive in pieces of any size, without allocating and without keeping the body. The
/// same bytes give the same result however they are split.
/// </summary>
/// <remarks>
/// 1. <see cref="Begin"/> before each request. 2. <see cref="Read"/> with the bytes received and not yet consumed, until it no longer
/// returns <see cref="ReadState.NeedMore"/>. 3. <see cref="End"/> if the peer closes first. Lines are consumed whole: bytes that
/// <see cref="Read"/> leaves unconsumed must be passed again, with more after them.
/// </remarks>
internal sealed class ResponseReader
{
    /// <summary>The maximum total size of status line, headers, interim responses and trailers.</summary>
    public const int MaxHeadBytes = 64 * 1024;

    private Part _part;
    private ExpectedAnswer? _expected;
    private FramingFields _fields;
    private bool _isHead;
    private bool _wantsCapture;
    private bool _isKept;
    private bool _capturing;
    private bool _isObserved;
    private int _minorVersion;
    private int _lineBytes;
    private long _remaining;

    private enum Part
    {
        StatusLine,
        Fields,
        Body,
        BodyUntilClose,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailers,
    }

    /// <summary>Gets the status of the final response; 0 before its first line is read.</summary>
    public int Status { get; private set; }

    /// <summary>Gets whether any byte of the response has arrived.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Gets what has arrived of the body.</summary>
    public BodyStart Body { get; } = new();

    /// <summary>Gets whether the head of the response says that it is a stream of server-sent events.</summary>
    public bool IsEventStream => Status > 0 && _fields.IsEventStream;

    /// <summary>Gets whether the server keeps the connection open after the response.</summary>
    public bool KeepsAlive { get; private set; }

    /// <summary>Gets why the response is malformed or truncated.</summary>
    public string? Error { get; private set; }

    /// <summary>Gets what the request needs of the response.</summary>
    public KeptResponse Kept { get; } = new();

    /// <summary>Gets the first bytes of the last response that was to be captured.</summary>
    public ResponseCapture Capture { get; } = new();

    /// <summary>Prepares for the response to one request. A response to HEAD has no body.</summary>
    /// <param name="isHead">Whether the request is a HEAD.</param>
    /// <param name="expected">What the request expects.</param>
    /// <param name="isKept">Whether to keep what the request needs of the response.</param>
    /// <param name="wantsCapture">Whether to keep the beginning of a response that fails, or may fail, as evidence.</param>
    public void Begin(bool isHead, ExpectedAnswer expected, bool isKept, bool wantsCapture)
    {
        (_expected, _isKept, _isObserved) = (expected, isKept, false);
        (_part, _isHead, _wantsCapture, _capturing, _lineBytes) = (Part.StatusLine, isHead, wantsCapture, false, 0);
        (Status, HasBegun, KeepsAlive, Error) = (0, false, false, null);
        Body.Clear();
        Capture.Clear();
    }

    /// <summary>Continues to read.</summary>
    /// <param name="data">The bytes received and not consumed so far.</param>
    /// <param name="consumed">The number of bytes processed. Bytes after a complete response belong to no response.</param>
    public ReadState Read(ReadOnlySpan<byte> data, out int consumed)
    {
        HasBegun |= !data.IsEmpty;
        consumed = 0;
        var state = ReadState.NeedMore;
        while (state == ReadState.NeedMore)
        {
            var before = consumed;
            var part = _part;
            state = Step(data[consumed..], ref consumed);
            if (_isObserved)
            {
                Observe(part, data[before..consumed]);
            }

            if (consumed == before && part == _part)
            {
                break;
            }
        }

        if (state == ReadState.Malformed && _wantsCapture)
        {
            if (!_capturing)
            {
                Capture.Clear();
            }

            Capture.Append(data[consumed..]);
        }

        return state;
    }

    /// <summary>Handles that the peer has closed. Returns whether that completes the response. If not, <see cref="Error"/> gives where it was cut.</summary>
    public bool End()
    {
        if (_part == Part.BodyUntilClose)
        {
            return true;
        }

        Error = _part switch
        {
            Part.StatusLine when !HasBegun => "the connection was closed before the response",
            Part.StatusLine or Part.Fields => "the connection was closed within the response's head",
            _ => "the connection was closed within the response's body",
        };
        return false;
    }

    private void Observe(Part part, ReadOnlySpan<byte> taken)
    {
        if (_capturing)
        {
            Capture.Append(taken);
        }

        if (!_isKept)
        {
            return;
        }

        switch (part)
        {
            case Part.StatusLine:
                Kept.Clear(); // of an interim response
                break;
            case Part.Fields when _expected!.KeepsHead:
                Kept.AddToHead(taken);
                break;
            case Part.Trailers when _expected!.KeepsTrailers:
                Kept.AddToHead(taken, isTrailer: true);
                break;
            case Part.Body or Part.BodyUntilClose or Part.ChunkData when _expected!.KeepsBody:
                Kept.AddToBody(taken);
                break;
        }
    }

    private ReadState Step(ReadOnlySpan<byte> data, ref int consumed)
    {
        switch (_part)
        {
            case Part.Body:
                return Skip(data, ref consumed) ? ReadState.Complete : ReadState.NeedMore;
            case Part.BodyUntilClose:
                consumed += data.Length;
                Body.Append(data);
                return ReadState.NeedMore;
            case Part.ChunkData:
                if (Skip(data, ref consumed))
                {
                    _part = Part.ChunkEnd;
                }

                return ReadState.NeedMore;
            case Part.StatusLine when !StatusLine.CanBegin(data):
                return Fail("the first bytes are not HTTP/1.x");
            case Part.ChunkEnd:
                return TakeChunkEnd(data, ref consumed);
        }

        // The line of a chunk's size counts separately; all other lines count together.
        var isChunkSize = _part == Part.ChunkSize;
        var end = data.IndexOf((byte)'\n');
        var length = end < 0 ? data.Length : end + 1;
        if (length + (isChunkSize ? 0 : _lineBytes) > MaxHeadBytes)
        {
            return Fail(isChunkSize ? "the chunk-size line is longer than 64 KiB" : "the head is larger than 64 KiB");
        }

        if (end < 0)
        {
            return ReadState.NeedMore;
        }

        _lineBytes += isChunkSize ? 0 : length;
        var state = TakeLine(data[..(end > 0 && data[end - 1] == '\r' ? end - 1 : end)]);
        consumed += state == ReadState.Malformed ? 0 : length;
        return state;
    }

    private ReadState TakeLine(ReadOnlySpan<byte> line) => _part switch
    {
        Part.StatusLine => TakeStatusLine(line),
        Part.Fields when line.IsEmpty => EndHead(),
        Part.Fields => _fields.Add(line) is { } error ? Fail(error) : ReadState.NeedMore,
        Part.ChunkSize => TakeChunkSize(line),
        _ => line.IsEmpty ? ReadState.Complete : ReadState.NeedMore, // trailers
    };

    private ReadState TakeStatusLine(ReadOnlySpan<byte> line)
    {
        if (!StatusLine.TryParse(line, out var parsed))
        {
            return Fail("the status line is not of the form 'HTTP/1.1 200 OK'");
        }

        (_minorVersion, Status) = parsed;
        _fields = default;
        _part = Part.Fields;
        _capturing = _wantsCapture && (_isKept || !_expected!.Has(Status));
        _isObserved = _capturing || _isKept;
        if (_capturing)
        {
            Capture.Clear();
        }

        return ReadState.NeedMore;
    }

    private ReadState EndHead()
    {
        if (Status is >= 100 and < 200 and not 101)
        {
            _part = Part.StatusLine; // an interim response; the final one follows
            Status = 0;
            return ReadState.NeedMore;
        }

        var bodiless = _isHead || Status is 101 or 204 or 304;
        if (_fields.Decide(bodiless, out var framing) is { } error)
        {
            return Fail(error);
        }

        KeepsAlive = _fields.KeepsAlive(_minorVersion) && framing != BodyFraming.UntilClose && Status != 101;
        _remaining = _fields.ContentLength;
        _part = framing switch
        {
            BodyFraming.Length => Part.Body,
            BodyFraming.Chunked => Part.ChunkSize,
            BodyFraming.UntilClose => Part.BodyUntilClose,
            _ => _part,
        };
        return framing == BodyFraming.None ? ReadState.Complete : ReadState.NeedMore;
    }

    private ReadState TakeChunkSize(ReadOnlySpan<byte> line)
    {
        if (!ChunkSize.TryParse(line, out _remaining))
        {
            return Fail("a chunk's size is not a hexadecimal number");
        }

        _part = _remaining == 0 ? Part.Trailers : Part.ChunkData;
        return ReadState.NeedMore;
    }

    private ReadState TakeChunkEnd(ReadOnlySpan<byte> data, ref int consumed)
    {
        var end = data.IsEmpty || data[0] != '\r' ? 0 : 1;
        if (data.Length <= end)
        {
            return ReadState.NeedMore;
        }

        if (data[end] != '\n')
        {
            return Fail("a chunk is longer than its size says");
        }

        consumed += end + 1;
        _part = Part.ChunkSize;
        return ReadState.NeedMore;
    }

    private bool Skip(ReadOnlySpan<byte> data, ref int consumed)
    {
        var skipped = (int)Math.Min(_remaining, data.Length);
        consumed += skipped;
        _remaining -= skipped;
        Body.Append(data[..skipped]);
        return _remaining == 0;
    }

    private ReadState Fail(string error)
    {
        Error = error;
        return ReadState.Malformed;
    }
}
