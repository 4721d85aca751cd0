using System.Buffers.Text;
using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// A cookie as the app sets it, read without allocating as a browser reads it (RFC 6265, 5.2). SameSite doesn't matter: every request is of the same site.
/// </summary>
internal readonly ref struct SetCookie
{
    /// <param name="text">The value of the header <c>Set-Cookie</c>.</param>
    /// <param name="requestPath">The path of the request that was answered, without its query.</param>
    /// <param name="now">The time of the answer.</param>
    public SetCookie(ReadOnlySpan<byte> text, ReadOnlySpan<byte> requestPath, DateTimeOffset now)
    {
        var hasName = TakePair(ref text, out var key, out var value);
        Name = hasName ? key : default;
        Value = value;
        var directory = requestPath.LastIndexOf((byte)'/') is var end and > 0 ? requestPath[..end] : "/"u8;
        Path = directory;
        End = DateTimeOffset.MaxValue;
        var hasAge = false; // which decides, whatever Expires says
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
            else if (Ascii.EqualsIgnoreCase(key, "Max-Age"u8) && IsAge(value))
            {
                (hasAge, End) = (true, EndOf(value, now));
            }
            else if (!hasAge && Ascii.EqualsIgnoreCase(key, "Expires"u8) && CookieDate.TryRead(value, out var date))
            {
                End = date;
            }
        }
    }

    public ReadOnlySpan<byte> Name { get; }

    public ReadOnlySpan<byte> Value { get; }

    /// <summary>Gets the path that requests must be under.</summary>
    public ReadOnlySpan<byte> Path { get; }

    /// <summary>Gets the domain that the app names; empty if it names none.</summary>
    public ReadOnlySpan<byte> Domain { get; }

    public bool IsSecure { get; }

    /// <summary>Gets when the cookie ends; the largest time if the app doesn't say. With a time that is over, the app removes it.</summary>
    public DateTimeOffset End { get; }

    // Up to the next semicolon. Returns whether there is an equals sign.
    private static bool TakePair(scoped ref ReadOnlySpan<byte> text, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        var end = text.IndexOf((byte)';');
        var pair = end < 0 ? text : text[..end];
        text = end < 0 ? default : text[(end + 1)..];
        var equals = pair.IndexOf((byte)'=');
        name = (equals < 0 ? pair : pair[..equals]).Trim(" \t"u8);
        value = equals < 0 ? default : pair[(equals + 1)..].Trim(" \t"u8);
        return equals >= 0;
    }

    // Seconds, of any number of digits (RFC 6265, 5.2.2).
    private static bool IsAge(ReadOnlySpan<byte> value) =>
        value.TrimStart((byte)'-') is { IsEmpty: false } digits && value.Length - digits.Length <= 1 && !digits.ContainsAnyExceptInRange((byte)'0', (byte)'9');

    private static DateTimeOffset EndOf(ReadOnlySpan<byte> age, DateTimeOffset now)
    {
        if (age[0] == '-')
        {
            return DateTimeOffset.MinValue;
        }

        var left = (DateTimeOffset.MaxValue - now).TotalSeconds;
        return !Utf8Parser.TryParse(age, out long seconds, out _) || seconds >= left ? DateTimeOffset.MaxValue
            : seconds == 0 ? DateTimeOffset.MinValue : now.AddSeconds(seconds);
    }
}
