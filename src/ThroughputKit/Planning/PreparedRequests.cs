using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Planning;

/// <summary>What preparations add to the requests of the load.</summary>
/// <param name="Headers">The headers that they returned, for all requests.</param>
/// <param name="ClientHeaders">The default headers that they set on their client, for requests that don't have their own.</param>
/// <param name="Cookies">The cookies that the app has set, each for requests under its path.</param>
internal sealed record PreparedRequests(
    IReadOnlyList<KeyValuePair<string, string>> Headers, IReadOnlyList<KeyValuePair<string, string>> ClientHeaders, CookieJar Cookies)
{
    private bool HasLiteralBraces { get; init; }

    /// <summary>
    /// Returns what is added to requests with placeholders: all braces in it are literal.
    /// </summary>
    public PreparedRequests WithLiteralBraces() => this with { Headers = Literal(Headers), ClientHeaders = Literal(ClientHeaders), HasLiteralBraces = true };

    /// <summary>
    /// Returns the request as it is sent. Its own cookies, or those that a preparation returned as a header, take precedence over cookies set by the app.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="testHeaders">The headers of the test.</param>
    /// <param name="withCookies">Whether it carries the app's cookies as they are now. If not, a virtual user keeps them.</param>
    public LoadRequest AddTo(LoadRequest request, IReadOnlyList<KeyValuePair<string, string>> testHeaders, bool withCookies)
    {
        var cookies = withCookies ? Cookies.HeaderFor(request.Path) : "";
        return request.WithDefaultHeaders(ClientHeaders).WithDefaultHeaders(testHeaders).WithReplacedHeaders(Headers)
            .WithDefaultHeaders(cookies.Length == 0 ? [] : [new("Cookie", HasLiteralBraces ? Placeholders.Literal(cookies) : cookies)]);
    }

    private static KeyValuePair<string, string>[] Literal(IEnumerable<KeyValuePair<string, string>> headers) =>
        [.. headers.Select(h => KeyValuePair.Create(h.Key, Placeholders.Literal(h.Value)))];
}
