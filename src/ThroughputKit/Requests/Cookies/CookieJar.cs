namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// The cookies that one app has set. For an app on this machine, what production needs is no obstacle: cookies marked Secure are sent over plain HTTP, as
/// browsers do for localhost, and whatever domain the app names, it is the only one there is.
/// </summary>
/// <param name="host">The app's host.</param>
/// <param name="isLoopback">Whether the app is on this machine.</param>
internal sealed class CookieJar(string host, bool isLoopback)
{
    private readonly Lock _lock = new(); // a preparation may send several requests at a time
    private readonly List<AppCookie> _cookies = [];
    private readonly SortedDictionary<string, string> _refused = new(StringComparer.Ordinal);

    public static CookieJar Empty { get; } = new("localhost", isLoopback: true);

    /// <param name="address">The address of the request that was answered.</param>
    /// <param name="setCookie">The value of the header <c>Set-Cookie</c>.</param>
    public void Store(Uri address, string setCookie)
    {
        var cookie = AppCookie.Read(setCookie, address.AbsolutePath);
        var refusal = Refusal(cookie, address);
        lock (_lock)
        {
            if (refusal is not null)
            {
                _refused[cookie.Name] = refusal;
                return;
            }

            _refused.Remove(cookie.Name);
            var index = _cookies.FindIndex(c => c.Name == cookie.Name && c.Path == cookie.Path);
            if (index >= 0)
            {
                _cookies.RemoveAt(index);
            }

            if (!cookie.IsRemoved)
            {
                _cookies.Insert(index >= 0 ? index : _cookies.Count, cookie);
            }
        }
    }

    /// <summary>Adds the cookies of another jar to this one, which has none yet.</summary>
    public void Add(CookieJar other)
    {
        lock (other._lock)
        {
            _cookies.AddRange(other._cookies);
        }
    }

    /// <summary>Returns the value of the header <c>Cookie</c>; empty if no cookie is for the request.</summary>
    /// <param name="scheme">The scheme of the request.</param>
    /// <param name="path">The path of the request.</param>
    public string HeaderFor(string scheme, string path)
    {
        lock (_lock)
        {
            var carried = _cookies.Where(c => c.IsFor(path) && MayGoOver(c, scheme)).OrderByDescending(c => c.Path.Length);
            return string.Join("; ", carried.Select(c => $"{c.Name}={c.Value}"));
        }
    }

    /// <summary>Returns the cookies that no request carries, each with the reason.</summary>
    /// <param name="scheme">The scheme of the requests.</param>
    /// <param name="requests">The requests as they are sent.</param>
    public IReadOnlyList<string> Unsent(string scheme, IReadOnlyList<LoadRequest> requests)
    {
        var sent = requests.SelectMany(r => r.Headers).Where(h => h.Key.Equals("Cookie", StringComparison.OrdinalIgnoreCase))
            .SelectMany(h => h.Value.Split(';')).Select(pair => pair.Split('=')[0].Trim()).ToHashSet(StringComparer.Ordinal);
        lock (_lock)
        {
            var unsent = _cookies.Where(c => !sent.Contains(c.Name)).Select(c => (c.Name, Reason: Reason(c, scheme, requests)))
                .Concat(_refused.Where(r => !sent.Contains(r.Key)).Select(r => (Name: r.Key, Reason: r.Value)));
            return [.. unsent.Select(u => $"{u.Name} ({u.Reason})")];
        }
    }

    private string Reason(AppCookie cookie, string scheme, IReadOnlyList<LoadRequest> requests)
    {
        if (!requests.Any(r => cookie.IsFor(r.Path)))
        {
            return $"its path is {cookie.Path}, and no request is under it";
        }

        return MayGoOver(cookie, scheme)
            ? "the requests have a Cookie header of their own"
            : "it is marked Secure, and an address that is not on this machine needs https for it";
    }

    private bool MayGoOver(AppCookie cookie, string scheme) => !cookie.IsSecure || isLoopback || scheme == Uri.UriSchemeHttps;

    // An app often marks its cookies Secure only in answers over https, so a prefix doesn't require that over plain HTTP on this machine.
    private string? Refusal(AppCookie cookie, Uri address)
    {
        if (cookie.Name.Length == 0)
        {
            return "it has no name";
        }

        var isOfHost = cookie.Name.StartsWith("__Host-", StringComparison.OrdinalIgnoreCase);
        if (isOfHost && (cookie.Domain is not null || cookie.Path != "/"))
        {
            return "its prefix forbids a domain and every path but /; "
                + $"it has {(cookie.Domain is { } domain ? $"the domain {domain}" : $"the path {cookie.Path}")}";
        }

        var mustBeSecure = isOfHost || cookie.Name.StartsWith("__Secure-", StringComparison.OrdinalIgnoreCase);
        if (mustBeSecure && !cookie.IsSecure && !(isLoopback && address.Scheme == Uri.UriSchemeHttp))
        {
            return "its prefix requires that it is marked Secure";
        }

        return isLoopback || cookie.Domain is null || IsWithin(cookie.Domain) ? null : $"its domain is {cookie.Domain}, and the app's host is {host}";
    }

    private bool IsWithin(string domain) =>
        host.Equals(domain, StringComparison.OrdinalIgnoreCase) || host.EndsWith($".{domain}", StringComparison.OrdinalIgnoreCase);
}
