using System.Buffers.Binary;

namespace ThroughputKit.Engines.Http2;

/// <summary>What a server asks of its clients (RFC 9113, 6.5.2). We send no frame above the least size, and compress nothing.</summary>
internal sealed class Http2Settings
{
    public const int EntrySize = 6;

    public const ushort HeaderTableSize = 1;
    public const ushort EnablePush = 2;
    public const ushort MaxConcurrentStreams = 3;
    public const ushort InitialWindowSize = 4;
    public const ushort MaxFrameSize = 5;
    public const ushort MaxHeaderListSize = 6;

    /// <summary>The window of a stream, and of a connection, without a setting.</summary>
    public const int DefaultWindow = 65_535;

    private const int StreamsAtFirst = 100; // until the server has said how many: it may refuse more

    /// <summary>Gets whether the server has sent its settings, which are the first that it sends.</summary>
    public bool HaveCome { get; private set; }

    /// <summary>Gets how many streams may be open at a time.</summary>
    public int MaxStreams { get; private set; }

    /// <summary>Gets how much of a body may be sent at first.</summary>
    public int StreamWindow { get; private set; }

    /// <summary>Gets whether the server has a smaller table of headers than the usual one, and wants to be told that it will do.</summary>
    public bool HasSmallTable { get; private set; }

    /// <summary>Prepares for a new connection.</summary>
    public void Clear() => (HaveCome, MaxStreams, StreamWindow, HasSmallTable) = (false, StreamsAtFirst, DefaultWindow, false);

    public static void Write(Span<byte> entry, ushort id, int value)
    {
        BinaryPrimitives.WriteUInt16BigEndian(entry, id);
        BinaryPrimitives.WriteInt32BigEndian(entry[2..], value);
    }

    /// <summary>Takes the payload of a frame. Returns the error in it; <see langword="null"/> if there is none.</summary>
    public Http2Error? Take(ReadOnlySpan<byte> payload)
    {
        MaxStreams = HaveCome ? MaxStreams : int.MaxValue;
        HaveCome = true;
        for (; !payload.IsEmpty; payload = payload[EntrySize..])
        {
            var value = BinaryPrimitives.ReadUInt32BigEndian(payload[2..]);
            switch (BinaryPrimitives.ReadUInt16BigEndian(payload))
            {
                case HeaderTableSize:
                    HasSmallTable |= value < HpackDynamicTable.MaxSize;
                    break;
                case EnablePush when value != 0:
                    return Http2Error.Protocol("the server's settings enable pushed responses, which only a client may do");
                case MaxConcurrentStreams:
                    MaxStreams = (int)Math.Min(value, int.MaxValue);
                    break;
                case InitialWindowSize when value > int.MaxValue:
                    return new Http2Error(Http2Code.FlowControlError, $"the server's settings have a window of {value} B, which is above {int.MaxValue} B");
                case InitialWindowSize:
                    StreamWindow = (int)value;
                    break;
                case MaxFrameSize when value is < FrameHeader.MaxLength or >= 1 << 24:
                    return Http2Error.Protocol($"the server's settings have a frame size of {value} B, which is not from 16384 to 16777215 B");
            }
        }

        return null;
    }
}
