using System.Text;

namespace ThroughputKit.Engines.Http2;

/// <summary>The fields that HPACK knows from the beginning (RFC 7541, appendix A), by their index, which begins at 1.</summary>
internal static class HpackStaticTable
{
    public const int Count = 61;

    private static readonly (byte[] Name, byte[] Value)[] _fields =
    [
        .. from field in new[]
           {
               ":authority", ":method: GET", ":method: POST", ":path: /", ":path: /index.html", ":scheme: http", ":scheme: https", ":status: 200",
               ":status: 204", ":status: 206", ":status: 304", ":status: 400", ":status: 404", ":status: 500", "accept-charset",
               "accept-encoding: gzip, deflate", "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age", "allow",
               "authorization", "cache-control", "content-disposition", "content-encoding", "content-language", "content-length", "content-location",
               "content-range", "content-type", "cookie", "date", "etag", "expect", "expires", "from", "host", "if-match", "if-modified-since",
               "if-none-match", "if-range", "if-unmodified-since", "last-modified", "link", "location", "max-forwards", "proxy-authenticate",
               "proxy-authorization", "range", "referer", "refresh", "retry-after", "server", "set-cookie", "strict-transport-security", "transfer-encoding",
               "user-agent", "vary", "via", "www-authenticate",
           }
           let parts = field.Split(": ")
           select (Encoding.ASCII.GetBytes(parts[0]), Encoding.ASCII.GetBytes(parts.ElementAtOrDefault(1) ?? "")),
    ];

    public static ReadOnlySpan<byte> Name(int index) => _fields[index - 1].Name;

    public static ReadOnlySpan<byte> Value(int index) => _fields[index - 1].Value;

    /// <summary>Returns the index of a field, or else of its name; 0 if there is none.</summary>
    /// <param name="name">The name.</param>
    /// <param name="value">The value.</param>
    /// <param name="isWhole">Whether the field with this index has the value, too.</param>
    public static int Find(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, out bool isWhole)
    {
        var found = 0;
        for (var index = 1; index <= Count; index++)
        {
            if (Name(index).SequenceEqual(name))
            {
                found = found == 0 ? index : found;
                if (!value.IsEmpty && Value(index).SequenceEqual(value))
                {
                    isWhole = true;
                    return index;
                }
            }
        }

        isWhole = false;
        return found;
    }
}
