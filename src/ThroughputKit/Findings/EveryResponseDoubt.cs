namespace ThroughputKit.Findings;

/// <summary>Every response had one status that means the work was never done.</summary>
internal sealed class EveryResponseDoubt : IDoubt
{
    public IReadOnlyList<string> Names =>
    [
        "HttpsRedirection", "Redirection", "BadRequest", "Authorization", "NotFound", "MethodNotAllowed", "RateLimiting", "ServerError",
    ];

    public Finding? Examine(RunFacts run)
    {
        if (run.Result.Statuses.Count != 1 || run.Result.Succeeded > 0 || run.Result.InFlightAtEnd > 0)
        {
            return null;
        }

        var status = run.Result.Statuses.Keys.Single();
        var response = run.Result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus)?.Response ?? "";
        var (name, cause, mend) = Explain(status, response, run.Result.LoggedError);
        return name is null ? null : new Finding(
            name,
            FindingSeverity.Error,
            $"Every response is {status}: {cause}.",
            $"{mend} The first response:{Environment.NewLine}{response}")
        { IsCause = true };
    }

    private static (string? Name, string Cause, string Mend) Explain(int status, string response, string? logged) => status switch
    {
        301 or 302 or 303 or 307 or 308 when response.Contains("Location: https:", StringComparison.OrdinalIgnoreCase) => (
            "HttpsRedirection",
            "the app redirects to https, most likely with UseHttpsRedirection",
            "Set no HTTPS port for the test (app.Configuration[\"https_port\"] = \"\"), leave UseHttpsRedirection out of it, or load the https address."),
        301 or 302 or 303 or 307 or 308 => (
            "Redirection",
            "the app redirects",
            "Redirects are not followed: load the target, or sign in with Prepare if it is a login page."),
        400 or 415 or 422 => (
            "BadRequest",
            "the app refuses the request as it is",
            "Does the body have the shape, and its Content-Type the value, that the endpoint binds? Text that is JSON already goes to PostJsonText; PostJson would quote it. As Development (app.Environment = \"Development\") most apps say what they miss."),
        401 or 403 => (
            "Authorization",
            "the app refuses without authorization",
            "Sign in with Prepare and return the token as a header, or replace the authorization for the test."),
        404 => ("NotFound", "nothing is mapped there", "Check the path and its route prefix."),
        405 => ("MethodNotAllowed", "the path is mapped, but not for this method", "Check the method."),
        429 => ("RateLimiting", "the app limits the rate", "Switch the rate limiter off for the test, or raise its limit."),
        >= 500 when logged is not null => ("ServerError", $"the app fails. Of one more request it logged: {logged.TrimEnd('.')}", "Send one such request by itself."),
        >= 500 => ("ServerError", "the app fails", "Send one such request by itself and read the app's log."),
        _ => default,
    };
}
