using System.Net;

namespace ThroughputKit.Running;

/// <summary>The headers that preparations returned for the requests of the load, and the cookies that the app has set.</summary>
/// <param name="Headers">The headers for all requests.</param>
/// <param name="Cookies">The cookies, each for requests with a matching path and scheme.</param>
internal sealed record PreparedRequests(IReadOnlyList<KeyValuePair<string, string>> Headers, CookieContainer Cookies)
{
    public static PreparedRequests None { get; } = new([], new CookieContainer());

    /// <summary>
    /// Returns the request with the headers and cookies. Its own cookies, or those that a preparation returned as a header, take precedence
    /// over cookies set by the app.
    /// </summary>
    public LoadRequest AddTo(LoadRequest request, Uri address)
    {
        var cookies = Uri.TryCreate(address.GetLeftPart(UriPartial.Authority) + request.Path, UriKind.Absolute, out var target) ? Cookies.GetCookieHeader(target) : "";
        return request.WithReplacedHeaders(Headers).WithDefaultHeaders(cookies.Length == 0 ? [] : [new("Cookie", cookies)]);
    }
}
