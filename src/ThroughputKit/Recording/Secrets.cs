using System.Globalization;
using System.Net;
using System.Text;

namespace ThroughputKit.Recording;

/// <summary>
/// The values of headers that sign in, as far as a run has sent, received or expected them, and what hides them in evidence. They are learned and hidden
/// between stretches of load, and never during one.
/// </summary>
/// <param name="names">The names of further headers to hide.</param>
internal sealed class Secrets(IEnumerable<string> names)
{
    private const string Hidden = "***";
    private const string SetCookie = "Set-Cookie";

    // Shorter ones are in every text, by chance.
    private const int Shortest = 4;

    // At the end of a text that was cut, the beginning of a value is hidden too if it is this long.
    private const int ShortestBeginning = 8;

    private const int LongestEscape = 10;

    private static readonly string[] _names = ["Cookie", SetCookie];
    private static readonly string[] _partsOfNames = ["auth", "token", "secret", "api-key", "apikey", "password"];

    // They ask for a sign-in, and say how.
    private static readonly string[] _public = ["WWW-Authenticate", "Proxy-Authenticate"];

    private readonly HashSet<string> _more = new(names, StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _values = new(StringComparer.Ordinal);
    private string[]? _longestFirst;

    /// <summary>Learns the values of headers that sign in.</summary>
    public void Learn(IEnumerable<KeyValuePair<string, string>> headers)
    {
        foreach (var (name, value) in headers.Where(h => IsSecret(h.Key)))
        {
            _values.UnionWith(Parts(name, value.Trim()).Where(v => v.Length >= Shortest && v is not ("true" or "false" or "null")));
        }

        _longestFirst = null;
    }

    /// <summary>Learns the values that others know.</summary>
    public void Learn(Secrets other)
    {
        _values.UnionWith(other._values);
        _longestFirst = null;
    }

    /// <summary>Learns the values in the head of a request or a response, as text.</summary>
    public void LearnHead(string head) => Learn(
        from line in head.Split('\n').TakeWhile(l => l.Trim('\r').Length > 0)
        let colon = line.IndexOf(':', StringComparison.Ordinal)
        where colon > 0
        select KeyValuePair.Create(line[..colon], line[(colon + 1)..]));

    /// <summary>Returns a failure without the values.</summary>
    public FailureExample Hide(FailureExample example) => example with
    {
        Detail = Hide(example.Detail),
        Sent = example.Sent is { } sent ? Hide(sent) : null,
        Response = example.Response is { } response ? Hide(HideFields(response)) : null,
    };

    /// <summary>Returns a text without the values, however they are escaped in it.</summary>
    public string Hide(string text)
    {
        _longestFirst ??= [.. _values.OrderByDescending(v => v.Length).ThenBy(v => v, StringComparer.Ordinal)];
        if (_longestFirst.Length == 0)
        {
            return text;
        }

        var shown = new StringBuilder(text.Length);
        for (var at = 0; at < text.Length;)
        {
            var end = EndOfSecret(text, at);
            shown.Append(end > at ? Hidden : text[at..(at + 1)]);
            at = Math.Max(end, at + 1);
        }

        return shown.ToString();
    }

    // In the head of a response, which may be cut.
    private string HideFields(string response)
    {
        var lines = response.Split('\n');
        for (var i = 0; i < lines.Length && lines[i].Length > 0; i++)
        {
            if (lines[i].IndexOf(':', StringComparison.Ordinal) is > 0 and var colon && IsSecret(lines[i][..colon]))
            {
                lines[i] = $"{lines[i][..colon]}: {Hidden}";
            }
        }

        return string.Join('\n', lines);
    }

    // The first line of a head may have a colon too.
    private bool IsSecret(string name) => !name.Contains(' ', StringComparison.Ordinal)
        && (_more.Contains(name) || _names.Contains(name, StringComparer.OrdinalIgnoreCase)
            || (!_public.Contains(name, StringComparer.OrdinalIgnoreCase)
                && Array.Exists(_partsOfNames, p => name.Contains(p, StringComparison.OrdinalIgnoreCase))));

    // Apps show a value as a whole or in parts: without the scheme, the user's password, or each cookie by itself.
    private static IEnumerable<string> Parts(string name, string value)
    {
        var isSet = name.Equals(SetCookie, StringComparison.OrdinalIgnoreCase);
        if (isSet || name.Equals("Cookie", StringComparison.OrdinalIgnoreCase))
        {
            var cookies = value.Split(';', StringSplitOptions.TrimEntries);
            return
            [
                .. isSet ? cookies[..1] : [value],
                .. from cookie in isSet ? cookies[..1] : cookies
                   let own = cookie[(cookie.IndexOf('=', StringComparison.Ordinal) + 1)..].Trim('"')
                   from shown in new[] { own, Uri.UnescapeDataString(own) }
                   select shown,
            ];
        }

        var space = value.IndexOf(' ', StringComparison.Ordinal);
        var credentials = value[(space + 1)..].Trim();
        var decoded = new byte[credentials.Length];
        var pair = value.StartsWith("Basic ", StringComparison.OrdinalIgnoreCase) && Convert.TryFromBase64String(credentials, decoded, out var length)
            ? Encoding.UTF8.GetString(decoded.AsSpan(0, length))
            : "";
        return [value, credentials, pair, pair[(pair.IndexOf(':', StringComparison.Ordinal) + 1)..]];
    }

    // Returns where the value ends that begins here; -1 if none does.
    private int EndOfSecret(string text, int at)
    {
        var longest = -1;
        foreach (var value in _longestFirst!)
        {
            var end = Math.Max(EndOf(value, text, at, isEscaped: false), EndOf(value, text, at, isEscaped: true));
            longest = Math.Max(longest, end);
        }

        return longest;
    }

    private static int EndOf(string value, string text, int at, bool isEscaped)
    {
        var count = 0;
        while (count < value.Length && EndOf(value[count], text, at, isEscaped) is > 0 and var end)
        {
            (at, count) = (end, count + 1);
        }

        return count == value.Length ? at : count >= ShortestBeginning ? EndOfCut(text, at) : -1;
    }

    // Returns the end of a character, itself or as it is escaped in JSON (also within JSON), in a URL, a form or HTML; -1 if there is another.
    private static int EndOf(char c, string text, int at, bool isEscaped)
    {
        var rest = text.AsSpan(at);
        if (rest.IsEmpty || !isEscaped)
        {
            return !rest.IsEmpty && rest[0] == c ? at + 1 : -1;
        }

        var slashes = rest.Length - rest.TrimStart('\\').Length;
        var after = rest[slashes..];
        if (slashes > 0)
        {
            return after.Length > 4 && after[0] == 'u' && IsHex(after[1..5], c) ? at + slashes + 5
                : c == '\\' ? at + slashes
                : !after.IsEmpty && after[0] == c ? at + slashes + 1
                : -1;
        }

        if (rest[0] == '%')
        {
            var digits = 1;
            while (c != '%' && rest[digits..].StartsWith("25", StringComparison.Ordinal))
            {
                digits += 2; // the percent sign was escaped again
            }

            return rest.Length > digits + 1 && IsHex(rest[digits..(digits + 2)], c) ? at + digits + 2 : rest[0] == c ? at + 1 : -1;
        }

        if (rest[0] == '&' && rest.IndexOf(';') is > 1 and < LongestEscape and var last && WebUtility.HtmlDecode(rest[..(last + 1)].ToString()) == $"{c}")
        {
            return at + last + 1;
        }

        return rest[0] == c || (c == ' ' && rest[0] == '+') ? at + 1 : -1;
    }

    private static bool IsHex(ReadOnlySpan<char> digits, char c) =>
        int.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code) && code == c;

    // Returns the end of what was cut here, perhaps within an escaped character; -1 if it goes on.
    private static int EndOfCut(string text, int at)
    {
        var rest = text.AsSpan(at);
        var length = rest.Length > 0 && rest[0] is '\\' or '%' or '&' ? rest.IndexOfAny('.', '…') : 0;
        length = length < 0 ? rest.Length : length;
        var after = rest[length..];
        return length < LongestEscape && (after.IsEmpty || after[0] == '…' || after.StartsWith("...", StringComparison.Ordinal)) ? at + length : -1;
    }
}
