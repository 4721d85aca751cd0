using System.Buffers.Binary;

namespace ThroughputKit.Engines.Http2;

/// <summary>The frames of a connection that wait to be sent and belong to no request. They go before all others.</summary>
internal sealed class ControlFrames
{
    private byte[] _bytes = new byte[256];
    private int _start;
    private int _end;

    /// <summary>Gets the number of bytes that wait.</summary>
    public int Length => _end - _start;

    public void Clear() => (_start, _end) = (0, 0);

    /// <summary>Adds what a client begins with: that no request will be pushed, and how much may come before we ask for more.</summary>
    public void Greet(int streamWindow, int connectionWindow)
    {
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8.CopyTo(Take(24));
        var settings = Begin(FrameType.Settings, FrameFlags.None, stream: 0, 3 * Http2Settings.EntrySize);
        Http2Settings.Write(settings, Http2Settings.EnablePush, 0);
        Http2Settings.Write(settings[Http2Settings.EntrySize..], Http2Settings.InitialWindowSize, streamWindow);
        Http2Settings.Write(settings[(2 * Http2Settings.EntrySize)..], Http2Settings.MaxHeaderListSize, HpackDecoder.MaxFieldBytes);
        EnlargeWindow(stream: 0, connectionWindow - Http2Settings.DefaultWindow);
    }

    public void AcknowledgeSettings() => Begin(FrameType.Settings, FrameFlags.Ack, stream: 0, length: 0);

    public void AnswerPing(ReadOnlySpan<byte> payload) => payload.CopyTo(Begin(FrameType.Ping, FrameFlags.Ack, stream: 0, payload.Length));

    public void EnlargeWindow(int stream, int by) => BinaryPrimitives.WriteInt32BigEndian(Begin(FrameType.WindowUpdate, FrameFlags.None, stream, 4), by);

    public void Reset(int stream, Http2Code code) =>
        BinaryPrimitives.WriteInt32BigEndian(Begin(FrameType.ResetStream, FrameFlags.None, stream, 4), (int)code);

    /// <summary>Adds the end of the connection. The server has begun no stream.</summary>
    public void GoAway(Http2Code code)
    {
        var payload = Begin(FrameType.GoAway, FrameFlags.None, stream: 0, 8);
        BinaryPrimitives.WriteInt32BigEndian(payload, 0);
        BinaryPrimitives.WriteInt32BigEndian(payload[4..], (int)code);
    }

    /// <summary>Hands over as many bytes as there is room for. The rest is the next that is sent.</summary>
    public void MoveTo(ref FrameWriter writer)
    {
        var count = Math.Min(Length, writer.Left);
        _bytes.AsSpan(_start, count).CopyTo(writer.Take(count));
        _start += count;
        if (_start == _end)
        {
            Clear();
        }
    }

    private Span<byte> Begin(FrameType type, FrameFlags flags, int stream, int length)
    {
        new FrameHeader(length, type, flags, stream).Write(Take(FrameHeader.Size));
        return Take(length);
    }

    private Span<byte> Take(int count)
    {
        if (_end + count > _bytes.Length)
        {
            _bytes.AsSpan(_start, Length).CopyTo(_bytes);
            (_start, _end) = (0, Length);
        }

        if (_end + count > _bytes.Length)
        {
            Array.Resize(ref _bytes, 2 * _bytes.Length);
        }

        _end += count;
        return _bytes.AsSpan(_end - count, count);
    }
}
