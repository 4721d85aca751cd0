using System.Text;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Finds the encoding of a body that the response names.</summary>
internal static class Charset
{
    // Those that .NET knows without code pages. ASCII is read as the superset that browsers take it for.
    private static readonly (byte[] Name, Encoding Encoding)[] _known =
    [
        ("utf-8"u8.ToArray(), Encoding.UTF8), ("utf8"u8.ToArray(), Encoding.UTF8),
        ("iso-8859-1"u8.ToArray(), Encoding.Latin1), ("latin1"u8.ToArray(), Encoding.Latin1), ("us-ascii"u8.ToArray(), Encoding.Latin1),
        ("utf-16"u8.ToArray(), Encoding.Unicode), ("utf-16le"u8.ToArray(), Encoding.Unicode), ("utf-16be"u8.ToArray(), Encoding.BigEndianUnicode),
    ];

    /// <summary>Returns the encoding; <see langword="null"/> if it isn't known. Without a charset it is UTF-8.</summary>
    /// <param name="head">The head of the response.</param>
    /// <param name="charset">The charset that it names.</param>
    public static Encoding? Of(ReadOnlySpan<byte> head, out ReadOnlySpan<byte> charset)
    {
        charset = HeadFields.TryNext(ref head, "Content-Type"u8, out var type) ? In(type) : default;
        return Find(charset);
    }

    /// <summary>Returns the encoding of a body with this Content-Type; <see langword="null"/> if it isn't known. Without a charset it is UTF-8.</summary>
    public static Encoding? Of(string contentType) => Find(In(Encoding.Latin1.GetBytes(contentType)));

    private static Encoding? Find(ReadOnlySpan<byte> charset)
    {
        if (charset.IsEmpty)
        {
            return Encoding.UTF8;
        }

        foreach (var (name, encoding) in _known)
        {
            if (Ascii.EqualsIgnoreCase(charset, name))
            {
                return encoding;
            }
        }

        return null;
    }

    private static ReadOnlySpan<byte> In(ReadOnlySpan<byte> type)
    {
        while (type.IndexOf((byte)';') is >= 0 and var end)
        {
            type = type[(end + 1)..].TrimStart(" \t"u8);
            if (type.Length > "charset=".Length && Ascii.EqualsIgnoreCase(type[.."charset=".Length], "charset="u8))
            {
                var value = type["charset=".Length..];
                return (value.IndexOf((byte)';') is >= 0 and var next ? value[..next] : value).Trim(" \t\""u8);
            }
        }

        return default;
    }
}
