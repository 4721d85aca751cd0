using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>A cookie that the app has set.</summary>
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
        var utf8 = Encoding.UTF8;
        var set = new SetCookie(utf8.GetBytes(setCookie), utf8.GetBytes(requestPath));
        return new AppCookie(utf8.GetString(set.Name), utf8.GetString(set.Value))
        {
            Path = utf8.GetString(set.Path),
            Domain = set.Domain.IsEmpty ? null : utf8.GetString(set.Domain),
            IsSecure = set.IsSecure,
            IsRemoved = set.IsRemoved,
        };
    }

    /// <param name="path">The path of a request, with or without its query.</param>
    public bool IsFor(string path)
    {
        var plain = path.Split('?')[0];
        return plain == Path || (plain.StartsWith(Path, StringComparison.Ordinal) && (Path.EndsWith('/') || plain[Path.Length] == '/'));
    }
}
