using System.Globalization;

namespace ThroughputKit.Requests.Cookies;

/// <summary>A cookie as the app sets it, read as a browser reads it (RFC 6265, 5.2). SameSite doesn't matter: every request is of the same site.</summary>
internal sealed record AppCookie(string Name, string Value)
{
    /// <summary>Gets the path that requests must be under.</summary>
    public string Path { get; private init; } = "/";

    /// <summary>Gets the domain that the app names; <see langword="null"/> if it names none.</summary>
    public string? Domain { get; private init; }

    public bool IsSecure { get; private init; }

    /// <summary>Gets whether the app removes the cookie.</summary>
    public bool IsRemoved { get; private init; }

    /// <param name="setCookie">The value of the header <c>Set-Cookie</c>.</param>
    /// <param name="requestPath">The path of the request that was answered, without a query.</param>
    public static AppCookie Read(string setCookie, string requestPath)
    {
        var parts = setCookie.Split(';');
        var (name, value) = Pair(parts[0]);
        var cookie = new AppCookie(name, value) { Path = DirectoryOf(requestPath) };
        bool? removedByAge = null;
        foreach (var (key, text) in parts.Skip(1).Select(Pair))
        {
            switch (key.ToUpperInvariant())
            {
                case "PATH":
                    cookie = cookie with { Path = text.StartsWith('/') ? text : DirectoryOf(requestPath) };
                    break;
                case "DOMAIN":
                    cookie = cookie with { Domain = text.Length == 0 ? null : text.TrimStart('.') };
                    break;
                case "SECURE":
                    cookie = cookie with { IsSecure = true };
                    break;
                case "MAX-AGE" when long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var seconds):
                    removedByAge = seconds <= 0; // decides, whatever Expires says
                    break;
                case "EXPIRES" when DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var end):
                    cookie = cookie with { IsRemoved = end <= TimeProvider.System.GetUtcNow() };
                    break;
                default:
                    break;
            }
        }

        return cookie with { IsRemoved = removedByAge ?? cookie.IsRemoved };
    }

    /// <param name="path">The path of a request, with or without its query.</param>
    public bool IsFor(string path)
    {
        var plain = path.Split('?')[0];
        return plain == Path || (plain.StartsWith(Path, StringComparison.Ordinal) && (Path.EndsWith('/') || plain[Path.Length] == '/'));
    }

    private static (string Name, string Value) Pair(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        return equals < 0 ? (text.Trim(), "") : (text[..equals].Trim(), text[(equals + 1)..].Trim());
    }

    private static string DirectoryOf(string path) => path.LastIndexOf('/') is var end and > 0 ? path[..end] : "/";
}
