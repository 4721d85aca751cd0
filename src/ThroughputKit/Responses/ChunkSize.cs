using System.Buffers.Text;

namespace ThroughputKit.Responses;

/// <summary>The line before a chunk: its size in hexadecimal, then extensions, which are ignored (RFC 9112, 7.1).</summary>
internal static class ChunkSize
{
    private const int MaxDigits = 15; // 60 bits: larger than any body, and no overflow

    public static bool TryParse(ReadOnlySpan<byte> line, out long size)
    {
        var isNumber = Utf8Parser.TryParse(line, out size, out var digits, 'x') && digits <= MaxDigits;
        var rest = line[digits..].TrimStart(" \t"u8);
        return isNumber && (rest.IsEmpty || rest[0] == ';');
    }
}
