namespace ThroughputKit.Findings;

/// <summary>Every response had one status that means the app was never reached.</summary>
internal sealed class EveryResponseDoubt : IDoubt
{
    public Finding? Examine(RunFacts run)
    {
        if (run.Result.Statuses.Count != 1 || run.Result.Succeeded > 0)
        {
            return null;
        }

        var status = run.Result.Statuses.Keys.Single();
        var (name, cause, mend) = status switch
        {
            301 or 302 or 307 or 308 => (
                "HttpsRedirection",
                "redirects, most likely UseHttpsRedirection",
                "Set no HTTPS port for the test, leave UseHttpsRedirection out of it, or load the https address."),
            401 or 403 => (
                "Authorization",
                "refuses without authorization",
                "Sign in with Prepare and return the token as a header, or replace the authorization for the test."),
            429 => (
                "RateLimiting",
                "limits the rate",
                "Switch the rate limiter off for the test, or raise its limit."),
            _ => default,
        };
        var response = run.Result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.UnexpectedStatus)?.Response;
        return name is null ? null : new Finding(
            name,
            FindingSeverity.Error,
            $"Every response is {status}: the app {cause}.",
            $"{mend} The first response:{Environment.NewLine}{response}");
    }
}
