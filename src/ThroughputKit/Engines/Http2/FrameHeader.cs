using System.Buffers.Binary;

namespace ThroughputKit.Engines.Http2;

/// <summary>The first nine bytes of a frame (RFC 9113, 4.1).</summary>
/// <param name="Length">The length of what follows.</param>
/// <param name="Type">The type.</param>
/// <param name="Flags">The flags.</param>
/// <param name="Stream">The stream; 0 for the connection.</param>
internal readonly record struct FrameHeader(int Length, FrameType Type, FrameFlags Flags, int Stream)
{
    public const int Size = 9;

    /// <summary>The maximum length of a frame in both directions, which is what each peer must accept without a setting.</summary>
    public const int MaxLength = 16 * 1024;

    private bool IsOfConnection => Type is FrameType.Settings or FrameType.Ping or FrameType.GoAway;

    private bool IsOfStream => Type <= FrameType.Continuation && Type != FrameType.WindowUpdate && !IsOfConnection;

    private bool HasItsLength => Type switch
    {
        FrameType.ResetStream or FrameType.WindowUpdate => Length == 4,
        FrameType.Priority => Length == 5,
        FrameType.Ping => Length == 8,
        FrameType.GoAway => Length >= 8,
        FrameType.Settings => Has(FrameFlags.Ack) ? Length == 0 : Length % Http2Settings.EntrySize == 0,
        _ => true,
    };

    public static FrameHeader Read(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadInt32BigEndian(bytes) >>> 8,
        (FrameType)bytes[3],
        (FrameFlags)bytes[4],
        BinaryPrimitives.ReadInt32BigEndian(bytes[5..]) & int.MaxValue);

    public bool Has(FrameFlags flag) => (Flags & flag) != FrameFlags.None;

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteInt32BigEndian(bytes, (Length << 8) | (byte)Type);
        bytes[4] = (byte)Flags;
        BinaryPrimitives.WriteInt32BigEndian(bytes[5..], Stream);
    }

    /// <summary>Returns what is wrong with the frame, whatever it contains and whenever it comes; <see langword="null"/> if nothing is.</summary>
    public Http2Error? Check() =>
        Length > MaxLength || !HasItsLength ? new Http2Error(Http2Code.FrameSizeError, $"the server sent a {this} frame with a length of {Length}")
        : IsOfStream && Stream == 0 ? Http2Error.Protocol($"the server sent a {this} frame without a stream")
        : IsOfConnection && Stream != 0 ? Http2Error.Protocol($"the server sent a {this} frame on stream {Stream}")
        : null;

    /// <summary>Takes padding and priority, which nobody uses, from the payload. Returns whether they fit into it.</summary>
    public bool TryStrip(ref ReadOnlySpan<byte> payload)
    {
        var isPadded = Type is FrameType.Data or FrameType.Headers && Has(FrameFlags.Padded);
        var start = (isPadded ? 1 : 0) + (Type == FrameType.Headers && Has(FrameFlags.Priority) ? 5 : 0);
        var end = payload.Length - (isPadded && Length > 0 ? payload[0] : 0);
        payload = start <= end ? payload[start..end] : payload;
        return start <= end;
    }

    /// <summary>Returns the name of the type.</summary>
    public override string ToString() => Type switch
    {
        FrameType.ResetStream => "RST_STREAM",
        FrameType.PushPromise => "PUSH_PROMISE",
        FrameType.WindowUpdate => "WINDOW_UPDATE",
        _ => Type.ToString().ToUpperInvariant(),
    };
}
