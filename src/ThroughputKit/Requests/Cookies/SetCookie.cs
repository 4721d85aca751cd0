using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// A cookie as the app sets it, read without allocating as a browser reads it (RFC 6265, 5.2). SameSite doesn't matter: every request is of the same site.
/// </summary>
internal readonly ref struct SetCookie
{
    private const int MaxDate = 64;

    /// <param name="text">The value of the header <c>Set-Cookie</c>.</param>
    /// <param name="requestPath">The path of the request that was answered, without its query.</param>
    public SetCookie(ReadOnlySpan<byte> text, ReadOnlySpan<byte> requestPath)
    {
        TakePair(ref text, out var key, out var value);
        Name = key;
        Value = value;
        var directory = requestPath.LastIndexOf((byte)'/') is var end and > 0 ? requestPath[..end] : "/"u8;
        Path = directory;
        bool? removedByAge = null;
        while (!text.IsEmpty)
        {
            TakePair(ref text, out key, out value);
            if (Ascii.EqualsIgnoreCase(key, "Path"u8))
            {
                Path = value.StartsWith("/"u8) ? value : directory;
            }
            else if (Ascii.EqualsIgnoreCase(key, "Domain"u8))
            {
                Domain = value.TrimStart((byte)'.');
            }
            else if (Ascii.EqualsIgnoreCase(key, "Secure"u8))
            {
                IsSecure = true;
            }
            else if (Ascii.EqualsIgnoreCase(key, "Max-Age"u8) && Utf8Parser.TryParse(value, out long seconds, out var read) && read == value.Length)
            {
                removedByAge = seconds <= 0; // decides, whatever Expires says
            }
            else if (Ascii.EqualsIgnoreCase(key, "Expires"u8) && TryParseDate(value, out var date))
            {
                IsRemoved = date <= TimeProvider.System.GetUtcNow();
            }
        }

        IsRemoved = removedByAge ?? IsRemoved;
    }

    public ReadOnlySpan<byte> Name { get; }

    public ReadOnlySpan<byte> Value { get; }

    /// <summary>Gets the path that requests must be under.</summary>
    public ReadOnlySpan<byte> Path { get; }

    /// <summary>Gets the domain that the app names; empty if it names none.</summary>
    public ReadOnlySpan<byte> Domain { get; }

    public bool IsSecure { get; }

    /// <summary>Gets whether the app removes the cookie.</summary>
    public bool IsRemoved { get; }

    // Up to the next semicolon.
    private static void TakePair(scoped ref ReadOnlySpan<byte> text, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        var end = text.IndexOf((byte)';');
        var pair = end < 0 ? text : text[..end];
        text = end < 0 ? default : text[(end + 1)..];
        var equals = pair.IndexOf((byte)'=');
        name = (equals < 0 ? pair : pair[..equals]).Trim(" \t"u8);
        value = equals < 0 ? default : pair[(equals + 1)..].Trim(" \t"u8);
    }

    private static bool TryParseDate(ReadOnlySpan<byte> text, out DateTimeOffset date)
    {
        Span<char> letters = stackalloc char[MaxDate];
        date = default;
        return text.Length <= MaxDate && DateTimeOffset.TryParse(
            letters[..Encoding.Latin1.GetChars(text, letters)], CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out date);
    }
}
