namespace ThroughputKit.Responses;

/// <summary>The line before a chunk: its size in hexadecimal, then extensions, which are ignored (RFC 9112, 7.1).</summary>
internal static class ChunkSize
{
    private const int MostDigits = 15; // 60 bits: larger than any body, and no overflow

    public static bool TryParse(ReadOnlySpan<byte> line, out long size)
    {
        size = 0;
        var digits = 0;
        while (digits < line.Length && HexValue(line[digits]) is var value and >= 0)
        {
            size = (size << 4) | (uint)value;
            if (++digits > MostDigits)
            {
                return false;
            }
        }

        var rest = line[digits..].TrimStart(" \t"u8);
        return digits > 0 && (rest.IsEmpty || rest[0] == ';');
    }

    private static int HexValue(byte c) => c switch
    {
        >= (byte)'0' and <= (byte)'9' => c - '0',
        >= (byte)'a' and <= (byte)'f' => c - 'a' + 10,
        >= (byte)'A' and <= (byte)'F' => c - 'A' + 10,
        _ => -1,
    };
}
