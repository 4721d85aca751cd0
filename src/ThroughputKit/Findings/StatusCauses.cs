namespace ThroughputKit.Findings;

/// <summary>
/// The causes of statuses that aren't a success: a table from the status and the first such response to the cause and the remedy. Of the rows that match, the
/// first applies. A status without a row needs no explanation, or is the app's own.
/// </summary>
internal static class StatusCauses
{
    private const int NotModified = 304;
    private const string Allow = "Allow: ";
    private const string Antiforgery =
        "Get a token and its cookie with Prepare and send both, "
            + "or disable antiforgery for the test: DisableAntiforgery on the endpoint, or [IgnoreAntiforgeryToken].";
    private const string LimitOff = "Switch the rate limiter off for the test, or raise its limit.";

    private static readonly StatusCause _endlessRedirects = new(
        [], null, FindingNames.Redirection,
        "the app still redirects after 50 redirects, or to an address that is not its own, as UseHttpsRedirection does, or to none",
        "Switch a redirection to https off for the test: app.Configuration[\"https_port\"] = \"-1\". Where another service is meant, "
            + "expect the status with o.IsSuccess. Otherwise call the address with a browser or a client that shows each redirect. "
            + "Pages that send each other back often wait for a cookie.");

    private static readonly StatusCause[] _rows =
    [
        new([301, 302, 303, 307, 308], "Location: https:", FindingNames.HttpsRedirection,
            "the app redirects to https, most likely with UseHttpsRedirection",
            "Switch that off for the test with app.Configuration[\"https_port\"] = \"-1\", or load the app over https with OverHttps(). "
                + "If the app's code sets the port: services.PostConfigure<HttpsRedirectionOptions>(o => o.HttpsPort = -1) in app.ConfigureServices."),
        new([301, 302, 303, 307, 308], null, FindingNames.Redirection,
            "the app redirects",
            "Redirects are not followed: load the target, or sign in with Prepare if it is a login page."),
        new([304], null, FindingNames.NotModified,
            "the request asks for a newer version than it names, and there is none",
            "Leave the headers If-None-Match and If-Modified-Since out of the request, "
                + "or expect 304 if it is what clients get: LoadRequest.Get(...).Expect(304)."),
        new([400], "HTTP/2 only endpoint", FindingNames.HttpVersion,
            "the endpoint accepts only HTTP/2, and the kit sends HTTP/1.1",
            "Set o.Protocol = LoadProtocol.Http2."),
        new([426, 505], null, FindingNames.HttpVersion,
            "the endpoint requires another protocol, and the kit sends HTTP/1.1",
            "Set o.Protocol = LoadProtocol.Http2, or use a scenario for WebSocket calls."),
        new([400], "request hostname is invalid", FindingNames.BadRequest,
            "the request's Host header is not among the app's AllowedHosts",
            "Set the Host header of the request to an allowed name, or app.Configuration[\"AllowedHosts\"] = \"*\" for the test."),
        new([400], "antiforgery ", FindingNames.BadRequest, "the request has no valid antiforgery token", Antiforgery),
        new([400], "anti-forgery", FindingNames.BadRequest, "the request has no valid antiforgery token", Antiforgery),
        new([400, 415, 422], null, FindingNames.BadRequest,
            "the app rejects the request as invalid",
            "Check that the endpoint expects this body and this Content-Type, and that AllowedHosts has the app's host. "
                + "Pass text that is already JSON to PostJsonText; PostJson would quote it. "
                + "A form also needs its antiforgery token. In Development (app.Environment = \"Development\"), most apps report what is missing. "
                + "A WebSocket is opened in a scenario, with user.WebSocketAsync."),
        new([401], null, FindingNames.Authorization,
            "the app requires a sign-in",
            "Sign in with Prepare and return the token as an Authorization header, or replace authentication for the test with app.ConfigureServices. "
                + "A chain that signs in sends the cookies that it gets with AsChain(keepCookies: true)."),
        new([403], null, FindingNames.Authorization,
            "the user doesn't have permission",
            "Sign in with Prepare as a user who has permission, or replace authorization for the test with app.ConfigureServices."),
        new([404], null, FindingNames.NotFound,
            "either nothing is mapped there, or only for another host or port, or the handler did not find what was asked for",
            "Check the path and its route prefix, and whether the data is there: Prepare can seed it. "
                + "For RequireHost, send its host and port as the Host header. "
                + "UseHealthChecks with a port answers on no other: leave the port out for the test. "
                + "If it should not be there, expect that: LoadRequest.Get(...).Expect(404), or "
                + "LoadStep.Named(...).Expect(404) in a scenario, with GetAsync: GetStringAsync throws for it."),
        new([405], Allow, FindingNames.MethodNotAllowed, "the path is mapped, but only for {0}", "Check the method."),
        new([405], null, FindingNames.MethodNotAllowed, "the path is mapped, but not for this method", "Check the method."),
        new([413], null, FindingNames.RequestTooLarge,
            "the request's body is larger than the server accepts",
            "Send a smaller body, or raise the limit: "
                + "Kestrel's MaxRequestBodySize is 30,000,000 bytes unless the app sets it, also for single endpoints with [RequestSizeLimit]."),
        new([414], null, FindingNames.RequestTooLarge,
            "the request's path and query are longer than the server accepts",
            "Shorten them, or raise the limit: Kestrel's MaxRequestLineSize is 8,192 bytes unless the app sets it."),
        new([431], null, FindingNames.RequestTooLarge,
            "the request's headers are more or longer than the server accepts",
            "Send fewer headers and cookies, "
                + "or raise the limits: Kestrel's MaxRequestHeadersTotalSize is 32,768 bytes and MaxRequestHeaderCount 100 unless the app sets them."),
        new([429], null, FindingNames.RateLimiting, "the app limits the rate", LimitOff),
        new([503], null, FindingNames.RateLimiting,
            "the app has succeeded before and logs no error, "
                + "so most likely a limit on the rate or on concurrent requests, whose RejectionStatusCode is 503 by default",
            LimitOff)
        { IsAfterSuccess = true },
        new([408, 499, 504], null, FindingNames.ServerError,
            "a time limit of the app ended the request, such as AddRequestTimeouts sets, or one in a proxy that got no response from the server behind it",
            "Raise that request timeout for the test, or make the work shorter. If a proxy answers, start the server behind it, or check its address."),
        new([502], null, FindingNames.ServerError,
            "a proxy, most likely in the app, got no response from the server behind it",
            "Start that server for the test, or check its address in the app's settings. Most proxies log the reason, often only as a warning."),
    ];

    /// <summary>Returns the row for a status; <see langword="null"/> if none applies.</summary>
    /// <param name="status">The status.</param>
    /// <param name="response">The first response with it, as text.</param>
    /// <param name="afterSuccess">Whether the same request had succeeded before.</param>
    /// <param name="followsRedirects">Whether the client follows redirects, as that of a scenario's step does.</param>
    public static StatusCause? Find(int status, string response, bool afterSuccess = false, bool followsRedirects = false)
    {
        if (followsRedirects && status is >= 300 and < 400 and not NotModified)
        {
            return _endlessRedirects;
        }

        var row = Array.Find(_rows, r => r.Statuses.Contains(status)
            && (r.Evidence is null || response.Contains(r.Evidence, StringComparison.OrdinalIgnoreCase))
            && (afterSuccess || !r.IsAfterSuccess));
        return row is { Evidence: Allow } ? row with { Cause = row.Cause.Replace("{0}", AllowedMethods(response), StringComparison.Ordinal) } : row;
    }

    /// <summary>
    /// Adds the first response to a remedy. A step of a scenario has none to show. Its lines are indented: build servers take commands from the beginning of a
    /// line.
    /// </summary>
    public static string WithResponse(string remedy, string response) =>
        response.Length == 0 ? remedy : $"{remedy} The first response:{Environment.NewLine}  {response.Replace("\n", "\n  ", StringComparison.Ordinal)}";

    private static string AllowedMethods(string response) =>
        response[(response.IndexOf(Allow, StringComparison.OrdinalIgnoreCase) + Allow.Length)..].Split('\n')[0].Trim();
}
