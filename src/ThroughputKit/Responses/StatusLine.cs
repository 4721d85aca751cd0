namespace ThroughputKit.Responses;

/// <summary>The first line of a response: <c>HTTP/1.1 200 OK</c> (RFC 9112, 4).</summary>
internal readonly record struct StatusLine(int MinorVersion, int Status)
{
    private const int Length = 12;

    private static ReadOnlySpan<byte> Prefix => "HTTP/1."u8;

    /// <summary>Returns whether these first bytes can still become a status line, so that a different protocol is detected at its first bytes.</summary>
    public static bool CanBegin(ReadOnlySpan<byte> data) => data.StartsWith(Prefix) || Prefix.StartsWith(data);

    public static bool TryParse(ReadOnlySpan<byte> line, out StatusLine result)
    {
        result = default;
        if (line.Length < Length || !line.StartsWith(Prefix) || line[8] != ' ' || (line.Length > Length && line[Length] != ' '))
        {
            return false;
        }

        int minor = line[7] - '0', hundreds = line[9] - '0', tens = line[10] - '0', ones = line[11] - '0';
        if (minor is < 0 or > 9 || hundreds is < 1 or > 9 || tens is < 0 or > 9 || ones is < 0 or > 9)
        {
            return false;
        }

        result = new StatusLine(minor, (hundreds * 100) + (tens * 10) + ones);
        return true;
    }
}
