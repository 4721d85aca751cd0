using System.Globalization;
using System.Text;

namespace ThroughputKit.Engines.Http2;

/// <summary>
/// One slot of a connection: a request and what has come of its response. Contains the rules of a message (RFC 9113, 8.1). Reused for each request.
/// </summary>
/// <param name="handler">Is told what becomes of the requests.</param>
/// <param name="slot">The slot's place in its connection.</param>
internal sealed class Http2Stream(IStreamHandler handler, int slot)
{
    private const string NoStatus = "the response has no status";

    private Http2Request _request;
    private int _written; // of the body
    private int _status; // 0 until the head of the final response has come
    private long? _length; // of the body, as the head tells it
    private long _received; // of the body
    private int _blockStatus;
    private bool _hasField; // in the block

    public IStreamHandler Handler => handler;

    public int Slot => slot;

    /// <summary>Gets the id of the stream; 0 until its first frame is written, and after its end.</summary>
    public int Id { get; private set; }

    /// <summary>Gets whether the slot has a request.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>Gets or sets whether the slot waits for its turn to write.</summary>
    public bool IsQueued { get; set; }

    /// <summary>Gets or sets how much of the body the server takes now. Negative if it took back what was already sent.</summary>
    public int SendWindow { get; set; }

    /// <summary>Gets or sets how much of the response has come since the server was told that more may.</summary>
    public int Taken { get; set; }

    public ReadOnlyMemory<byte> Block => _request.Block;

    /// <summary>Gets what is left of the body.</summary>
    public ReadOnlyMemory<byte> Unwritten => _request.Body[_written..];

    public bool IsWritten => Id != 0 && _written == _request.Body.Length;

    /// <summary>Gets whether the head of the final response has come.</summary>
    public bool HasHead => _status != 0;

    private bool IsBodiless => _request.IsHead || _status is 204 or 304;

    public void Begin(in Http2Request request)
    {
        (_request, _written, _status, _length, _received) = (request, 0, 0, null, 0);
        (IsBusy, Id) = (true, 0);
    }

    public void Open(int id, int sendWindow) => (Id, SendWindow, Taken) = (id, sendWindow, 0);

    public void Wrote(int count)
    {
        _written += count;
        SendWindow -= count;
    }

    public void End() => (IsBusy, Id) = (false, 0);

    /// <summary>Returns where a request stands that has no complete response, to end an explanation.</summary>
    /// <param name="window">How much the server takes now on all streams together.</param>
    public string WhereItStands(int window) => this switch
    {
        { Id: 0 } => "the request was still waiting to be sent",
        { HasHead: true } => "the response had begun",
        { IsWritten: true } => "the request was written, but no response arrived",
        _ when Math.Min(window, SendWindow) <= 0 => "the request was still being written: the server's flow control took no more of its body",
        _ => "the request was still being written",
    };

    /// <summary>Takes a header block, to its end in any case. Returns what is wrong in it; <see langword="null"/> if nothing is.</summary>
    public string? TakeHead(HpackDecoder decoder, ReadOnlySpan<byte> block, bool endsStream)
    {
        (_blockStatus, _hasField) = (0, false);
        var isTrailer = HasHead;
        var error = isTrailer && !endsStream ? "the response has a second head" : null;
        decoder.Begin();
        while (decoder.TryNext(ref block, out var name, out var value))
        {
            error ??= TakeField(name, value, isTrailer);
        }

        if (error is not null || isTrailer || decoder.Error is not null)
        {
            return error;
        }

        _status = _blockStatus >= 200 ? _blockStatus : 0; // an interim response is no response
        return _blockStatus == 0 ? NoStatus : !HasHead && endsStream ? "the response ends with an interim one" : null;
    }

    /// <summary>Takes a part of the body. Returns what is wrong with it; <see langword="null"/> if nothing is.</summary>
    public string? TakeBody(ReadOnlySpan<byte> data)
    {
        _received += data.Length;
        var error = !HasHead ? "the response has a body before its head"
            : IsBodiless && _received > 0 ? "the response has a body, although it must not"
            : _received > _length ? Mismatch("at least ") : null;
        if (error is null)
        {
            handler.Body(data);
        }

        return error;
    }

    /// <summary>Takes the end of the response. Returns what is wrong with it; <see langword="null"/> if nothing is.</summary>
    public string? TakeEnd() => IsBodiless || _received == (_length ?? _received) ? null : Mismatch("");

    private string? TakeField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        if (name.StartsWith(":"u8))
        {
            return TakePseudoField(name, value, isTrailer);
        }

        _hasField = true;
        if (_blockStatus == 0 && !isTrailer)
        {
            return NoStatus;
        }

        if (name.IsEmpty || name.ContainsAnyExceptInRange((byte)'!', (byte)'~') || name.ContainsAnyInRange((byte)'A', (byte)'Z') || name.Contains((byte)':'))
        {
            return "the name of a field isn't in lower case, or no name";
        }

        if (value.ContainsAny((byte)'\0', (byte)'\r', (byte)'\n') || Http2Fields.IsOfConnection(name))
        {
            return $"the field '{Encoding.ASCII.GetString(name)}' has a line break, or is one that HTTP/2 forbids";
        }

        if (_blockStatus is > 0 and < 200)
        {
            return null;
        }

        if (!isTrailer && name.SequenceEqual("content-length"u8) && !TryTakeLength(value))
        {
            return "content-length is not a number, or there are two";
        }

        handler.Field(name, value, isTrailer);
        return null;
    }

    private string? TakePseudoField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        if (isTrailer || _hasField || _blockStatus != 0 || !name.SequenceEqual(":status"u8))
        {
            return "a field that begins with a colon is unknown, or stands in a wrong place";
        }

        var isNumber = value.Length == 3 && int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out _blockStatus);
        if (!isNumber || _blockStatus is < 100 or 101)
        {
            return "the status is not a number from 100 to 999, or is 101, which HTTP/2 has not";
        }

        if (_blockStatus >= 200)
        {
            handler.Began(_blockStatus);
        }

        return null;
    }

    private bool TryTakeLength(ReadOnlySpan<byte> value)
    {
        var isNumber = long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var length) && (_length ?? length) == length;
        _length = length;
        return isNumber;
    }

    private string Mismatch(string prefix) =>
        string.Create(CultureInfo.InvariantCulture, $"the body has {prefix}{_received} B, but content-length says {_length}");
}
