using System.Buffers;
using System.Buffers.Binary;

namespace ThroughputKit.Hosting.Published;

/// <summary>
/// What an app in a single file says of itself. Its host has a mark, which is the hash of ".net core bundle" and the same in all versions, and
/// before the mark the place of a header, which knows where the runtime's settings are.
/// </summary>
internal static class Bundle
{
    private const int PlaceBytes = sizeof(long);
    private const int LongestSettings = 1024 * 1024;

    private static readonly byte[] _mark =
    [
        0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32,
        0x13, 0xf5, 0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
    ];

    /// <summary>Reads an executable.</summary>
    /// <returns>Whether it is an app in a single file, and what the runtime reads for it, if that could be found.</returns>
    public static (bool IsBundle, RuntimeConfig? Settings) Read(string file)
    {
        using var stream = File.OpenRead(file);
        return FindHeader(stream) is { } header and > 0 ? (true, ReadSettings(stream, header)) : (false, null);
    }

    // Piece by piece, each with the end of the one before it: such files are large.
    private static long? FindHeader(FileStream stream)
    {
        var kept = _mark.Length + PlaceBytes - 1;
        var buffer = ArrayPool<byte>.Shared.Rent(256 * 1024);
        try
        {
            var held = 0;
            for (var count = stream.Read(buffer, held, buffer.Length - held); count > 0; count = stream.Read(buffer, held, buffer.Length - held))
            {
                var piece = buffer.AsSpan(0, held + count);
                if (piece.IndexOf(_mark) is var at && at >= PlaceBytes)
                {
                    return BinaryPrimitives.ReadInt64LittleEndian(piece[(at - PlaceBytes)..]);
                }

                held = Math.Min(kept, piece.Length);
                piece[^held..].CopyTo(buffer);
            }

            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static RuntimeConfig? ReadSettings(FileStream stream, long header)
    {
        try
        {
            stream.Position = header;
            using var reader = new BinaryReader(stream);
            _ = reader.ReadUInt64(); // the header's version
            _ = reader.ReadInt32(); // how many files there are
            _ = reader.ReadString(); // an identifier
            _ = (reader.ReadInt64(), reader.ReadInt64()); // where the app's dependencies are described
            var (place, length) = (reader.ReadInt64(), reader.ReadInt64());
            stream.Position = place;
            return length is > 0 and <= LongestSettings ? RuntimeConfig.Parse(reader.ReadBytes((int)length)) : null;
        }
        catch (Exception e) when (e is IOException or ArgumentException or FormatException)
        {
            return null; // a layout of another version: the runtime will say more
        }
    }
}
