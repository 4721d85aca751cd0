using System.Net;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Hosting;

/// <summary>Keeps the app's cookies, also those of redirects, which it follows as the framework does, but not to other hosts.</summary>
/// <param name="inner">Sends the requests, without cookies of its own, and follows no redirects.</param>
/// <param name="app">The app's address.</param>
/// <param name="cookies">The app's cookies.</param>
internal sealed class CookieHandler(HttpMessageHandler inner, Uri app, CookieJar cookies) : DelegatingHandler(inner)
{
    private const int MaxRedirects = 50;

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var own = OwnCookies(request);
        for (var redirects = 0; ; redirects++)
        {
            AddCookies(request, own);
            var response = base.Send(request, cancellationToken);
            if (!Follows(request, response, redirects))
            {
                return response;
            }
        }
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var own = OwnCookies(request);
        for (var redirects = 0; ; redirects++)
        {
            AddCookies(request, own);
            var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
            if (!Follows(request, response, redirects))
            {
                return response;
            }
        }
    }

    private static string[] OwnCookies(HttpRequestMessage request) => request.Headers.NonValidated.TryGetValues("Cookie", out var own) ? [.. own] : [];

    private static Uri? Target(Uri address, HttpResponseMessage response)
    {
        var isRedirect = response.StatusCode is HttpStatusCode.MultipleChoices or HttpStatusCode.Moved or HttpStatusCode.Found
            or HttpStatusCode.SeeOther or HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect;
        if (!isRedirect || response.Headers.Location is not { } location)
        {
            return null;
        }

        var target = new Uri(address, location);
        var isAllowed = target.Scheme == Uri.UriSchemeHttps || (target.Scheme == Uri.UriSchemeHttp && address.Scheme == Uri.UriSchemeHttp);
        return isAllowed ? target : null;
    }

    // All connections go to the app, so it would answer in place of another service. It may name itself as the Host header does.
    private bool IsApp(Uri address, HttpRequestMessage request)
    {
        return IsSecure(address) == IsSecure(app)
            && ((address.Port == app.Port && (address.Host == app.Host || (IsHere(address) && IsHere(app)))) || address.Authority == request.Headers.Host);

        static bool IsSecure(Uri address) => address.Scheme == Uri.UriSchemeHttps || address.Scheme == Uri.UriSchemeWss;

        static bool IsHere(Uri address) => address.IsLoopback || LoopbackNames.Contains(address.IdnHost);
    }

    private void AddCookies(HttpRequestMessage request, string[] own)
    {
        if (!IsApp(request.RequestUri!, request))
        {
            throw new LoadTestException(new Problem(
                $"A request is for {request.RequestUri!.GetLeftPart(UriPartial.Authority)}, which is not the app",
                $"the app's address: {app.GetLeftPart(UriPartial.Authority)}, or a path alone",
                "Use an HttpClient of your own for other services."));
        }

        request.Headers.Remove("Cookie");
        var stored = cookies.HeaderFor(request.RequestUri!.AbsolutePath);
        string[] all = stored.Length == 0 ? own : [.. own, stored];
        if (all.Length > 0)
        {
            request.Headers.TryAddWithoutValidation("Cookie", string.Join("; ", all));
        }
    }

    // Changes the request to the one that a redirect asks for.
    private bool Follows(HttpRequestMessage request, HttpResponseMessage response, int redirects)
    {
        var address = request.RequestUri!;
        if (response.Headers.TryGetValues("Set-Cookie", out var lines))
        {
            foreach (var line in lines)
            {
                cookies.Store(address.AbsolutePath, line);
            }
        }

        if (redirects == MaxRedirects || Target(address, response) is not { } target || !IsApp(target, request))
        {
            return false;
        }

        var becomesGet = response.StatusCode == HttpStatusCode.SeeOther
            ? request.Method != HttpMethod.Get && request.Method != HttpMethod.Head
            : request.Method == HttpMethod.Post && response.StatusCode is not (HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect);
        if (becomesGet)
        {
            request.Method = HttpMethod.Get;
            request.Content = null;
            if (request.Headers.TransferEncodingChunked == true)
            {
                request.Headers.TransferEncodingChunked = false; // set when content of unknown length was sent
            }
        }

        request.Headers.Authorization = null;
        request.RequestUri = target;
        response.Dispose();
        return true;
    }
}
