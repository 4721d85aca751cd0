using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// Which cookies an app may set, and which its requests carry. For an app on this machine, what production needs is no obstacle: cookies marked Secure are sent
/// over plain HTTP, as browsers do for localhost, and whatever domain the app names, it is the only one there is.
/// </summary>
/// <param name="Host">The app's host.</param>
/// <param name="IsLoopback">Whether the app is on this machine.</param>
/// <param name="IsHttps">Whether its address is https.</param>
internal sealed record CookieRules(string Host, bool IsLoopback, bool IsHttps)
{
    /// <summary>Returns why the app may not set the cookie; <see langword="null"/> if it may.</summary>
    public string? Refusal(in SetCookie cookie)
    {
        var isOfHost = HasPrefix(cookie.Name, "__Host-"u8);
        if (isOfHost && (!cookie.Domain.IsEmpty || !cookie.Path.SequenceEqual("/"u8)))
        {
            return "its prefix forbids a domain and every path but /";
        }

        // An app often marks its cookies Secure only in answers over https, so a prefix doesn't require that over plain HTTP on this machine.
        var mustBeSecure = isOfHost || HasPrefix(cookie.Name, "__Secure-"u8);
        if (mustBeSecure && !cookie.IsSecure && !(IsLoopback && !IsHttps))
        {
            return "its prefix requires that it is marked Secure";
        }

        return IsLoopback || cookie.Domain.IsEmpty || IsWithin(cookie.Domain) ? null : "its domain is not that of the app";
    }

    /// <summary>Returns whether requests carry a cookie.</summary>
    public bool MayCarry(bool isSecure) => !isSecure || IsLoopback || IsHttps;

    private static bool HasPrefix(ReadOnlySpan<byte> name, ReadOnlySpan<byte> prefix) =>
        name.Length >= prefix.Length && Ascii.EqualsIgnoreCase(name[..prefix.Length], prefix);

    private bool IsWithin(ReadOnlySpan<byte> domain) =>
        Ascii.EqualsIgnoreCase(domain, Host)
        || (Host.Length > domain.Length && Host[^(domain.Length + 1)] == '.' && Ascii.EqualsIgnoreCase(domain, Host.AsSpan()[^domain.Length..]));
}
