using System.Net;

namespace ThroughputKit.Running;

/// <summary>What preparations give to the requests of the load: headers, and the cookies that the app has set.</summary>
/// <param name="Headers">Headers for all requests.</param>
/// <param name="Cookies">Cookies for those whose path and scheme they are for.</param>
internal sealed record PreparedRequests(IReadOnlyList<KeyValuePair<string, string>> Headers, CookieContainer Cookies)
{
    public static PreparedRequests None { get; } = new([], new CookieContainer());

    /// <summary>The request with them. Its own cookies, or those that a preparation has returned as a header, go before those that were set.</summary>
    public LoadRequest AddTo(LoadRequest request, Uri address)
    {
        var cookies = Uri.TryCreate(address.GetLeftPart(UriPartial.Authority) + request.Path, UriKind.Absolute, out var target) ? Cookies.GetCookieHeader(target) : "";
        return request.WithReplacedHeaders(Headers).WithDefaultHeaders(cookies.Length == 0 ? [] : [new("Cookie", cookies)]);
    }
}
