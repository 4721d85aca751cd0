using System.Buffers.Binary;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines.Http2;

/// <summary>
/// The client's side of one connection of HTTP/2 (RFC 9113), with a number of slots that carry one request each. Contains no I/O and no clock: it is told which
/// bytes came and which requests to send, and says which bytes to send. Used for one connection after another; requests allocate nothing.
/// </summary>
/// <remarks>
/// 1. <see cref="Begin"/>, once it is open. 2. <see cref="TrySend"/>, <see cref="Received"/> and <see cref="Cancel"/>, in any order. 3. After each of them
/// <see cref="Write"/>, until it returns zero. 4. A new connection once it <see cref="IsDone"/>; <see cref="Closed"/> if it broke before. Handlers are called
/// from within each of these calls, and may call <see cref="TrySend"/> at once.
/// </remarks>
/// <param name="slots">What is told about the requests of each slot.</param>
/// <param name="firstId">The id of the first stream.</param>
internal sealed class Http2Connection(IReadOnlyList<IStreamHandler> slots, int firstId = 1)
{
    /// <summary>
    /// How many requests are given up on one connection, or refused, before it is replaced. Servers take more resets for an attack, and close it; and of a dead
    /// one nothing ends but by that.
    /// </summary>
    public const int MaxResets = 50;

    /// <summary>How much of one response, and of all together, may come before the server is told that more may. It is told at half of it.</summary>
    public const int StreamWindow = 1 << 20, ConnectionWindow = 1 << 24;

    /// <summary>How many frames in a row may bring nothing.</summary>
    public const int MaxIdleFrames = 10_000;

    /// <summary>How many bytes may wait for a server that doesn't read.</summary>
    public const int MaxWaiting = 64 * 1024;

    private readonly int _firstId = firstId;
    private readonly Http2Streams _streams = new(slots, MaxResets);
    private readonly FrameReader _frames = new();
    private readonly ControlFrames _control = new();
    private readonly HpackDecoder _decoder = new();
    private readonly HeaderBlock _block = new();
    private readonly Http2Settings _settings = new();
    private int _lost; // requests that were given up or refused
    private int _idleFrames;
    private int _sendWindow;
    private int _taken; // of the window for what comes
    private bool _hasSaidTableSize;
    private string? _goAway;

    /// <summary>Gets whether no further request can be sent: the connection is to be replaced once it <see cref="IsDone"/>.</summary>
    public bool IsClosing { get; private set; } = true;

    /// <summary>Gets whether it has ended. What <see cref="Write"/> still has tells the server why.</summary>
    public bool IsClosed { get; private set; } = true;

    /// <summary>Gets whether it is to be replaced now.</summary>
    public bool IsDone => IsClosing && _streams.Busy == 0;

    /// <summary>Gets whether a complete response has come.</summary>
    public bool HasAnswered { get; private set; }

    /// <summary>Gets whether a request has ended on it, in any way. If a connection ends without one, the next one needs a pause.</summary>
    public bool HasServed { get; private set; }

    /// <summary>Gets why the server has ended it; <see langword="null"/> if it hasn't.</summary>
    public string? WhyEnded { get; private set; }

    /// <summary>Gets how many requests the connection carries at a time, which the server decides: never more than there are slots.</summary>
    public int Capacity => Math.Min(_streams.Slots.Length, _settings.MaxStreams);

    /// <summary>Gets how many more requests can be sent now.</summary>
    public int Room => IsClosing ? 0 : Math.Max(0, Capacity - _streams.Busy);

    /// <summary>Returns the least room that <see cref="Write"/> needs for a request.</summary>
    public static int RoomFor(in Http2Request request) => FrameWriter.LengthOf(request.Block.Length + 1);

    /// <summary>Begins a new connection. Requests may be sent at once.</summary>
    public void Begin()
    {
        _frames.Clear();
        _control.Clear();
        _decoder.Clear();
        _block.Clear();
        _settings.Clear();
        _streams.Clear(_firstId);
        (_lost, _idleFrames, _sendWindow, _taken) = (0, 0, Http2Settings.DefaultWindow, 0);
        (_hasSaidTableSize, _goAway) = (false, null);
        (IsClosing, IsClosed, HasAnswered, HasServed, WhyEnded) = (false, false, false, false, null);
        _control.Greet(StreamWindow, ConnectionWindow);
    }

    /// <summary>Sends a request. Returns false if the slot is taken, or the connection carries no more now: nothing waits here unseen.</summary>
    public bool TrySend(int slot, in Http2Request request) => Room > 0 && _streams.TryBegin(slot, request);

    /// <summary>Lets the requests that were sent be the last ones of this connection.</summary>
    public void SendNoMore() => IsClosing = true;

    /// <summary>Returns whether a request was sent in the slot that has not ended.</summary>
    public bool Carries(int slot) => _streams.Slots[slot].IsBusy;

    /// <summary>Gives up the request of a slot, which is free then. Returns where it stood.</summary>
    public string Cancel(int slot)
    {
        var stream = _streams.Slots[slot];
        var stood = stream.WhereItStands(_sendWindow);
        if (stream.Id != 0)
        {
            HasServed = true;
            Reset(stream, Http2Code.Cancel);
        }
        else
        {
            Lose(); // on a connection that takes no more bytes
        }

        _streams.Free(stream);
        return stood;
    }

    /// <summary>Writes what is to be sent, as far as there is room. Returns its length.</summary>
    public int Write(Span<byte> room)
    {
        var writer = new FrameWriter(room);
        _control.MoveTo(ref writer);
        for (var stuck = 0; stuck < _streams.Waiting && _control.Length == 0;)
        {
            var (stream, before) = (_streams.TakeTurn(), writer.Length);
            if (stream.IsBusy && TryWrite(stream, ref writer))
            {
                _streams.AwaitTurn(stream);
                stuck++;
            }

            stuck = writer.Length > before ? 0 : stuck;
        }

        return writer.Length;
    }

    /// <summary>Takes bytes that came.</summary>
    public void Received(ReadOnlySpan<byte> data)
    {
        while (!IsClosed && _frames.TryRead(ref data, out var frame, out var payload))
        {
            var error = Check(frame) ?? frame.Check() ?? Take(frame, payload) ?? _decoder.Error;
            if (error is null && _control.Length > MaxWaiting)
            {
                error = new Http2Error(Http2Code.EnhanceYourCalm, "the server sends frames that must be answered, but doesn't read the answers");
            }

            if (error is not null)
            {
                _control.GoAway(error.Code);
                End(error, null);
            }
        }
    }

    /// <summary>Takes that the connection has broken.</summary>
    /// <param name="error">Why; <see langword="null"/> if the server has closed it.</param>
    public void Closed(string? error) => End(null, error);

    // What is wrong with a frame at this time.
    private Http2Error? Check(in FrameHeader frame)
    {
        const int Http1 = ('H' << 16) | ('T' << 8) | 'T';
        if (!_settings.HaveCome && (frame.Type != FrameType.Settings || frame.Has(FrameFlags.Ack)) && frame.Type != FrameType.GoAway)
        {
            return Http2Error.Protocol(frame.Length == Http1 ? "the server answers in HTTP/1.x: this address doesn't speak HTTP/2"
                : "the first frame of the server isn't its settings: does this address speak HTTP/2?");
        }

        if (frame.Type == FrameType.Continuation ? frame.Stream != _block.Head?.Stream : _block.Head is not null)
        {
            var where = _block.Head is null ? "without headers before it" : "within the headers of a stream";
            return Http2Error.Protocol($"the server sent a {frame} frame {where}");
        }

        return ++_idleFrames <= MaxIdleFrames ? null
            : new Http2Error(Http2Code.EnhanceYourCalm, $"the server sent more than {MaxIdleFrames} frames in a row that brought nothing");
    }

    private Http2Error? Take(in FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (!frame.TryStrip(ref payload))
        {
            return Http2Error.Protocol($"the padding of a {frame} frame is longer than the frame");
        }

        switch (frame.Type)
        {
            case FrameType.Data:
                return TakeData(frame, payload);
            case FrameType.Headers or FrameType.Continuation:
                return TakeHeaders(frame, payload);
            case FrameType.ResetStream:
                return TakeReset(frame, (Http2Code)BinaryPrimitives.ReadInt32BigEndian(payload));
            case FrameType.Settings when !frame.Has(FrameFlags.Ack):
                return TakeSettings(payload);
            case FrameType.PushPromise:
                return Http2Error.Protocol("the server pushes a response, which it was told not to do");
            case FrameType.Ping when !frame.Has(FrameFlags.Ack):
                _control.AnswerPing(payload);
                return null;
            case FrameType.GoAway:
                return TakeGoAway(payload);
            case FrameType.WindowUpdate:
                return TakeWindow(frame, BinaryPrimitives.ReadInt32BigEndian(payload) & int.MaxValue);
            default:
                return null;
        }
    }

    private Http2Error? TakeData(in FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        // Neither window is ever used up: one frame takes less than half of it.
        _taken += frame.Length;
        if (_taken >= ConnectionWindow / 2)
        {
            _control.EnlargeWindow(stream: 0, _taken);
            _taken = 0;
        }

        if (_streams.Find(frame.Stream) is not { } stream)
        {
            return _streams.Explain(frame);
        }

        stream.Taken += frame.Length;
        _idleFrames = payload.IsEmpty ? _idleFrames : 0;
        stream.Handler.Received(FrameHeader.Size + frame.Length);
        GoOn(stream, stream.TakeBody(payload), frame.Has(FrameFlags.EndStream));
        if (stream.Id == frame.Stream && stream.Taken >= StreamWindow / 2)
        {
            _control.EnlargeWindow(stream.Id, stream.Taken);
            stream.Taken = 0;
        }

        return null;
    }

    private Http2Error? TakeHeaders(in FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (frame.Type == FrameType.Headers)
        {
            if (frame.Has(FrameFlags.EndHeaders))
            {
                return TakeBlock(frame, payload);
            }

            _block.Begin(frame);
        }

        if (!_block.TryAdd(payload))
        {
            return Http2Error.TooLargeHead;
        }

        if (!frame.Has(FrameFlags.EndHeaders))
        {
            return null;
        }

        var error = TakeBlock(_block.Head!.Value, _block.Bytes);
        _block.Clear();
        return error;
    }

    private Http2Error? TakeBlock(in FrameHeader frame, ReadOnlySpan<byte> block)
    {
        if (_streams.Find(frame.Stream) is { } stream)
        {
            stream.Handler.Received(FrameHeader.Size + block.Length);
            var fault = stream.TakeHead(_decoder, block, frame.Has(FrameFlags.EndStream));
            if (_decoder.Error is null)
            {
                _idleFrames = stream.HasHead ? 0 : _idleFrames;
                GoOn(stream, fault, frame.Has(FrameFlags.EndStream));
            }

            return _decoder.Error;
        }

        _decoder.Begin();
        while (_decoder.TryNext(ref block, out _, out _))
        {
            // Later blocks refer to the fields of this one, which nobody waits for.
        }

        return _streams.Explain(frame);
    }

    private Http2Error? TakeReset(in FrameHeader frame, Http2Code code)
    {
        if (_streams.Find(frame.Stream) is not { } stream)
        {
            return _streams.Explain(frame);
        }

        _idleFrames = 0;
        if (code != Http2Code.RefusedStream || stream.HasHead)
        {
            Fail(stream, FailureKind.Read, $"the server reset the stream: {Http2Error.Name(code)}");
            return null;
        }

        Lose();
        Unsend(stream);
        return null;
    }

    private Http2Error? TakeSettings(ReadOnlySpan<byte> payload)
    {
        long before = _settings.StreamWindow;
        if (_settings.Take(payload) is { } error)
        {
            return error;
        }

        _control.AcknowledgeSettings();
        foreach (var stream in _streams.Slots)
        {
            if (stream.Id != 0 && !_streams.TryEnlarge(stream, _settings.StreamWindow - before))
            {
                return new Http2Error(Http2Code.FlowControlError, "the server's settings make a window too large");
            }
        }

        return null;
    }

    private Http2Error? TakeGoAway(ReadOnlySpan<byte> payload)
    {
        var last = BinaryPrimitives.ReadInt32BigEndian(payload) & int.MaxValue;
        var code = Http2Error.Name((Http2Code)BinaryPrimitives.ReadInt32BigEndian(payload[4..]));
        var text = payload.Length > 8 ? $": {Excerpt.Quoted(payload[8..])}" : "";
        if (!_settings.HaveCome)
        {
            return new Http2Error(Http2Code.NoError, $"the server refuses to speak HTTP/2 at this address: {code}{text}");
        }

        IsClosing = true;
        _goAway = $"; the server had ended it with {code}{text}";
        WhyEnded = $"the server ended the connection with {code}{text} before it had taken a request";
        foreach (var stream in _streams.Slots)
        {
            if (stream is { IsBusy: true, HasHead: false } && (stream.Id == 0 || stream.Id > last))
            {
                Unsend(stream);
            }
        }

        return null;
    }

    private Http2Error? TakeWindow(in FrameHeader frame, int by)
    {
        if (frame.Stream == 0)
        {
            var isWrong = by == 0 || (long)_sendWindow + by > int.MaxValue;
            _sendWindow += isWrong ? 0 : by;
            return isWrong ? new Http2Error(by == 0 ? Http2Code.ProtocolError : Http2Code.FlowControlError, "the server enlarges the window wrongly") : null;
        }

        if (_streams.Find(frame.Stream) is not { } stream)
        {
            return _streams.Explain(frame);
        }

        if (by == 0 || !_streams.TryEnlarge(stream, by))
        {
            Reset(stream, by == 0 ? Http2Code.ProtocolError : Http2Code.FlowControlError);
            Fail(stream, FailureKind.Malformed, "the server enlarges the window of the stream wrongly");
        }

        return null;
    }

    private void GoOn(Http2Stream stream, string? fault, bool isEnd)
    {
        fault ??= isEnd ? stream.TakeEnd() : null;
        if (fault is not null)
        {
            Reset(stream, Http2Code.ProtocolError);
            Fail(stream, FailureKind.Malformed, fault);
        }
        else if (isEnd)
        {
            if (!stream.IsWritten)
            {
                _control.Reset(stream.Id, Http2Code.NoError); // the server wants no more of the request, and takes no attack for it: it has ended the stream
            }

            HasAnswered = HasServed = true;
            _streams.Free(stream);
            stream.Handler.Ended();
        }
    }

    // Whether the slot has something left that it may write.
    private bool TryWrite(Http2Stream stream, ref FrameWriter writer)
    {
        if (stream.Id == 0 && !TryOpen(stream, ref writer))
        {
            return stream.IsBusy;
        }

        var left = stream.Unwritten.Span;
        var window = Math.Min(_sendWindow, stream.SendWindow);
        var count = Math.Min(Math.Min(left.Length, window), Math.Min(FrameHeader.MaxLength, writer.Left - FrameHeader.Size));
        if (count > 0)
        {
            var flags = count == left.Length ? FrameFlags.EndStream : FrameFlags.None;
            left[..count].CopyTo(writer.Begin(FrameType.Data, flags, stream.Id, count));
            stream.Wrote(count);
            _sendWindow -= count;
            _idleFrames = 0;
        }

        if (stream.IsWritten)
        {
            stream.Handler.Written();
        }

        return !stream.IsWritten && stream.SendWindow > 0;
    }

    private bool TryOpen(Http2Stream stream, ref FrameWriter writer)
    {
        if (_streams.Open >= _settings.MaxStreams || _streams.NextId is not { } id)
        {
            Unsend(stream); // the server has changed its mind since
            return false;
        }

        var saysTableSize = _settings.HasSmallTable && !_hasSaidTableSize;
        if (!writer.TryWriteHead(id, stream.Unwritten.IsEmpty, saysTableSize ? [HpackWriter.NoTable] : [], stream.Block.Span))
        {
            return false;
        }

        _streams.Begin(stream, _settings.StreamWindow);
        _hasSaidTableSize |= saysTableSize;
        IsClosing |= _streams.NextId is null;
        return true;
    }

    private void Reset(Http2Stream stream, Http2Code code)
    {
        _control.Reset(stream.Id, code);
        _streams.NoteReset(stream);
        Lose();
    }

    private void Lose() => IsClosing |= ++_lost >= MaxResets;

    private void Unsend(Http2Stream stream)
    {
        _streams.Free(stream);
        stream.Handler.Unsent();
    }

    private void Fail(Http2Stream stream, FailureKind kind, string error)
    {
        HasServed = true;
        _streams.Free(stream);
        stream.Handler.Failed(kind, error);
    }

    private void End(Http2Error? error, string? broken)
    {
        (IsClosing, IsClosed) = (true, true);
        WhyEnded ??= error?.ToString() ?? broken ?? "the server closed the connection before it had taken a request";
        foreach (var stream in _streams.Slots)
        {
            if (stream.Id != 0)
            {
                Fail(stream, error is null ? KindOfBroken(stream) : FailureKind.Malformed, error?.ToString() ?? ExplainBroken(stream, broken));
            }
            else if (stream.IsBusy)
            {
                Unsend(stream);
            }
        }
    }

    private FailureKind KindOfBroken(Http2Stream stream) =>
        stream.HasHead ? FailureKind.Read : HasAnswered ? FailureKind.ClosedWhileReusing : stream.IsWritten ? FailureKind.Read : FailureKind.Write;

    private string ExplainBroken(Http2Stream stream, string? error)
    {
        var closed = $"the connection was closed {(stream.HasHead ? "within the response's body" : "before the response")}";
        var resets = _streams.Resets == 0 ? "" : $"; {_streams.Resets} of its requests had been reset, which servers may take for an attack";
        return (error ?? closed) + _goAway + resets;
    }
}
