namespace ThroughputKit.Findings;

/// <summary>
/// Every response to the whole load, or to one of its requests, had one status that means the work was never done. <see cref="ServerErrorRule"/> reports
/// errors of the server.
/// </summary>
internal static class EveryResponseRule
{
    public static Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        if (result.Endpoints.FirstOrDefault(IsRefused) is not { OnlyStatus: var status } refused)
        {
            return null;
        }

        var same = result.Endpoints.Where(e => IsRefused(e) && e.OnlyStatus == status).ToArray();
        var response = result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus && e.Request == refused.Name)?.Response ?? "";
        var (name, cause, remedy) = Explain(status, response);
        return name is null ? null : new Finding(
            name,
            FindingSeverity.Error,
            $"Every response {(same.Length == result.Endpoints.Count ? "" : $"to {string.Join(", ", same.Select(e => e.Name))} ")}is {status}: {cause}.{(result.IsHopeless ? " The load was ended early." : "")}",
            $"{remedy} The first response:{Environment.NewLine}{response}")
        { IsCause = true };
    }

    private static bool IsRefused(EndpointFigures endpoint) => endpoint is { OnlyStatus: > 0 and < 500, Succeeded: 0, InFlightAtEnd: 0, Failed: > 0 };

    private static string? AllowedMethods(string response)
    {
        const string Allow = "Allow: ";
        return response.Split('\n').FirstOrDefault(l => l.StartsWith(Allow, StringComparison.OrdinalIgnoreCase))?[Allow.Length..].Trim();
    }

    private static (string? Name, string Cause, string Remedy) Explain(int status, string response) => status switch
    {
        301 or 302 or 303 or 307 or 308 when response.Contains("Location: https:", StringComparison.OrdinalIgnoreCase) => (
            FindingNames.HttpsRedirection,
            "the app redirects to https, most likely with UseHttpsRedirection",
            "Clear the HTTPS port for the test (app.Configuration[\"https_port\"] = \"\"), disable UseHttpsRedirection in the test, or load the https address."),
        301 or 302 or 303 or 307 or 308 => (
            FindingNames.Redirection,
            "the app redirects",
            "Redirects are not followed: load the target, or sign in with Prepare if it is a login page."),
        400 or 415 or 422 => (
            FindingNames.BadRequest,
            "the app rejects the request as invalid",
            "Check that the endpoint expects this body and this Content-Type. Pass text that is already JSON to PostJsonText; PostJson would quote it. In Development (app.Environment = \"Development\"), most apps report what is missing."),
        401 => (
            FindingNames.Authorization,
            "the app requires a sign-in",
            "Sign in with Prepare and return the token as an Authorization header, or replace authentication for the test with app.ConfigureServices."),
        403 => (
            FindingNames.Authorization,
            "the user doesn't have permission",
            "Sign in with Prepare as a user who has permission, or replace authorization for the test with app.ConfigureServices."),
        404 => (FindingNames.NotFound, "either nothing is mapped there, or the handler did not find what was asked for", "Check the path and its route prefix, and whether the data is there: Prepare can seed it."),
        405 => (FindingNames.MethodNotAllowed, $"the path is mapped, but {(AllowedMethods(response) is { } methods ? $"only for {methods}" : "not for this method")}", "Check the method."),
        429 => (FindingNames.RateLimiting, "the app limits the rate", "Switch the rate limiter off for the test, or raise its limit."),
        _ => default,
    };
}
