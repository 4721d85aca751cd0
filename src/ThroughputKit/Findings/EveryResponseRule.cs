using ThroughputKit.Planning;
using ThroughputKit.Reporting;
using ThroughputKit.Requests.Data;

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
        return StatusCauses.Find(status, response, followsRedirects: !result.Kind.IsSentByKit) is not { } known ? null : new Finding(
            known.Name,
            FindingSeverity.Error,
            $"Every response {(same.Length == result.Endpoints.Count ? "" : $"to {EndpointList.Heading(same)} ")}is {status}: "
                + $"{known.Cause}.{(run.Observed.OnlyErrors ? " The load was ended early." : "")}",
            StatusCauses.WithResponse(Literal(run.Plan, refused.Name, known) + known.Remedy, response))
        { IsCause = true };
    }

    // Without data all braces are literal, which may be a mistake.
    private static string Literal(LoadPlan? plan, string request, StatusCause cause)
    {
        var path = plan is { HasPlaceholders: false } && cause.Name is FindingNames.NotFound or FindingNames.BadRequest
            ? plan.Requests.FirstOrDefault(r => r.Name == request)?.Path
            : null;
        var name = path is null ? null : Placeholders.Split(path, _ => false).First().Name;
        return name is null ? "" : $"The path was sent with {{{name}}} as it is, because the test has no data. If that is to be a value, add WithData. ";
    }

    private static bool IsRefused(EndpointFigures endpoint) => endpoint is { OnlyStatus: > 0 and < 500, Succeeded: 0, InFlightAtEnd: 0, Failed: > 0 };
}
