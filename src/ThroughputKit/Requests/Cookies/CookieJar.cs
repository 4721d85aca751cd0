using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>The cookies of a test's own code, which may send several requests at a time. Remembers which were refused.</summary>
/// <param name="store">What it begins with.</param>
internal sealed class CookieJar(CookieStore store)
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<string, string> _refused = new(StringComparer.Ordinal);

    /// <param name="path">The path of the request that was answered, without its query.</param>
    /// <param name="setCookie">The value of the header <c>Set-Cookie</c>.</param>
    public void Store(string path, string setCookie)
    {
        var name = setCookie.Split(';')[0].Split('=')[0].Trim();
        lock (_lock)
        {
            _refused.Remove(name);
            if (store.Store(Encoding.UTF8.GetBytes(setCookie), Encoding.UTF8.GetBytes(path)) is { } reason)
            {
                var attributes = setCookie.IndexOf(';', StringComparison.Ordinal) is var end and >= 0 ? $"; set with '{setCookie[(end + 1)..].Trim()}'" : "";
                _refused[name] = reason + attributes;
            }
        }
    }

    /// <summary>Returns a store with the same cookies.</summary>
    public CookieStore Copy()
    {
        lock (_lock)
        {
            return store.Copy();
        }
    }

    /// <summary>Returns the value of the header <c>Cookie</c>; empty if no cookie is for the request.</summary>
    /// <param name="path">The target of the request.</param>
    public string HeaderFor(string path)
    {
        lock (_lock)
        {
            var destination = new byte[store.MaxLength];
            return Encoding.UTF8.GetString(destination, 0, store.Write(destination, PathOf(path)));
        }
    }

    /// <summary>Returns the cookies that no request carries, each with the reason.</summary>
    /// <param name="requests">The requests as they are sent.</param>
    /// <param name="areKept">Whether virtual users send the app's cookies after a request's own.</param>
    public IReadOnlyList<string> Unsent(IReadOnlyList<LoadRequest> requests, bool areKept = false)
    {
        var sent = requests.SelectMany(r => r.Headers).Where(h => h.Key.Equals("Cookie", StringComparison.OrdinalIgnoreCase))
            .SelectMany(h => h.Value.Split(';')).Select(pair => pair.Split('=')[0].Trim()).ToHashSet(StringComparer.Ordinal);
        lock (_lock)
        {
            var unsent = store.Cookies.Select(c => (Name: Encoding.UTF8.GetString(c.Name), Reason: Reason(c, requests, areKept)))
                .Concat(_refused.Select(r => (Name: r.Key, Reason: (string?)r.Value))).Where(c => c.Reason is not null && !sent.Contains(c.Name));
            return [.. unsent.Select(u => $"{u.Name} ({u.Reason})")];
        }
    }

    // A target that a placeholder begins may have any path.
    private static byte[] PathOf(string target) => target[0] == '/' ? Encoding.UTF8.GetBytes(target.Split('?')[0]) : [(byte)'/'];

    // Its placeholder may have any value.
    private static bool MayBeFor(StoredCookie cookie, string target) =>
        target.Split('?')[0].IndexOf('{', StringComparison.Ordinal) is > 0 and var end && cookie.Path.StartsWith(Encoding.UTF8.GetBytes(target[..end]));

    private string? Reason(StoredCookie cookie, IReadOnlyList<LoadRequest> requests, bool areKept)
    {
        if (!requests.Any(r => cookie.IsFor(PathOf(r.Path)) || MayBeFor(cookie, r.Path)))
        {
            return $"its path is {Encoding.UTF8.GetString(cookie.Path)}, and no request is under it";
        }

        if (!store.Rules.MayCarry(cookie.IsSecure))
        {
            return "it is marked Secure, and an address that is not on this machine needs https for it";
        }

        if (store.HasEnded(cookie))
        {
            return "its time was over before the load began";
        }

        return areKept ? null : "the requests have a Cookie header of their own";
    }
}
