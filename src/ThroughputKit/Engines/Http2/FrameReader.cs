using System.Numerics;

namespace ThroughputKit.Engines.Http2;

/// <summary>Finds frames in bytes that arrive in pieces of any size. Keeps only the beginning of a frame whose end hasn't come.</summary>
internal sealed class FrameReader
{
    private byte[] _kept = [];
    private int _length;
    private bool _isTaken; // what was kept has been returned as a frame

    /// <summary>Prepares for a new connection.</summary>
    public void Clear() => (_length, _isTaken) = (0, false);

    /// <summary>
    /// Returns the next frame, whose payload stays until the one after it. One that is too long is returned without its payload, as soon as its header came.
    /// </summary>
    /// <param name="data">The bytes received, which are consumed.</param>
    /// <param name="frame">The header of the frame.</param>
    /// <param name="payload">What follows it.</param>
    public bool TryRead(ref ReadOnlySpan<byte> data, out FrameHeader frame, out ReadOnlySpan<byte> payload)
    {
        if (_isTaken)
        {
            Clear();
        }

        if (_length == 0 && TryParse(data, out frame, out payload))
        {
            data = data[(FrameHeader.Size + payload.Length)..];
            return true;
        }

        if (Keep(ref data, FrameHeader.Size) && FrameHeader.Read(_kept) is { Length: <= FrameHeader.MaxLength } begun)
        {
            Keep(ref data, FrameHeader.Size + begun.Length);
        }

        return _isTaken = TryParse(_kept.AsSpan(0, _length), out frame, out payload);
    }

    private static bool TryParse(ReadOnlySpan<byte> bytes, out FrameHeader frame, out ReadOnlySpan<byte> payload)
    {
        frame = default;
        payload = default;
        if (bytes.Length < FrameHeader.Size)
        {
            return false;
        }

        frame = FrameHeader.Read(bytes);
        if (frame.Length > FrameHeader.MaxLength)
        {
            return true;
        }

        var isWhole = bytes.Length >= FrameHeader.Size + frame.Length;
        payload = isWhole ? bytes.Slice(FrameHeader.Size, frame.Length) : default;
        return isWhole;
    }

    private bool Keep(ref ReadOnlySpan<byte> data, int length)
    {
        if (_kept.Length < length)
        {
            Array.Resize(ref _kept, (int)BitOperations.RoundUpToPowerOf2((uint)length));
        }

        var count = Math.Clamp(length - _length, 0, data.Length);
        data[..count].CopyTo(_kept.AsSpan(_length));
        _length += count;
        data = data[count..];
        return _length >= length;
    }
}
