using System.Globalization;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Reporting;
using ThroughputKit.Responses;

namespace ThroughputKit.Findings;

/// <summary>The app failed: it responded with a status of 500 or above or one of gRPC that stands for an exception, or broke off with an error.</summary>
internal static class ServerErrorRule
{
    private const int FirstOfServer = 500;
    private const int GatewayTimeout = 504;

    private const string Unreadable = "Can the service read the message? JSON, text and a message with its frame are none: "
        + "LoadRequest.Grpc takes what the service's own code serializes, such as request.ToByteArray(). ";

    public static Finding? Examine(RunFacts run)
    {
        var (result, error) = (run.Result, run.App.Errors?.First is { } logged ? run.Observed.Hide(logged) : null);
        int[] statuses = [.. result.Endpoints.SelectMany(e => e.UnexpectedStatuses.Keys).Where(s => s >= FirstOfServer).Distinct().Order()];
        var broken = result.Failures.Read + result.Failures.ClosedWhileReusing;
        var call = result.Failures.Examples.FirstOrDefault(e => e.Kind == FailureKind.FailedCheck && GrpcAnswer.IsOfService(e.Detail));
        if (statuses.Length == 0 && call is null && (broken == 0 || error is null))
        {
            return null;
        }

        // A handler that was ended by a time limit only reports that it was cancelled.
        var isOfLimit = statuses is [GatewayTimeout] && error?.Contains("CanceledException: ", StringComparison.Ordinal) == true;
        error = isOfLimit ? null : error;
        var known = error is null && statuses is [var only]
            ? StatusCauses.Find(only, FirstResponse(result), run.App.Errors is not null && IsAfterSuccess(result, run.Observed.FirstStatus))
            : null;
        var cause = known?.Cause ?? $"the app fails{(error is null ? "" : $" with {LoggedError.InALine(error).TrimEnd('.')}")}";
        var what = statuses.Length > 0 ? Describe(result, statuses)
            : call is not null ? $"{call.Request} ended with {call.Detail.Split(':')[0]}"
            : $"{Counted.Of(broken, "response", "was", "were")} cut off";
        var hint = result.Endpoints.Any(e => e.Name == call?.Request && e.Succeeded == 0) ? Unreadable : "";
        return new Finding(
            known?.Name ?? FindingNames.ServerError,
            FindingSeverity.Error,
            $"{what}: {cause}.{(run.Observed.OnlyErrors ? " The load was ended early." : "")}",
            hint + (error is null
                ? StatusCauses.WithResponse(known?.Remedy ?? "Send one such request on its own and read the app's log.", FirstResponse(result))
                : $"Fix the error, or allow such errors with MaxFailures or MaxFailurePercent. The first error:{Environment.NewLine}{error}"))
        { IsCause = true };
    }

    private static string Describe(LoadResult result, int[] statuses)
    {
        var all = string.Join(" or ", statuses.Select(s => s.ToString(CultureInfo.InvariantCulture)));
        var failed = result.Endpoints.Sum(e => statuses.Sum(s => e.UnexpectedStatuses.GetValueOrDefault(s)));
        var count = result.Statuses.Values.Sum();
        if (failed == count)
        {
            return $"Every response is {all}";
        }

        var failing = result.Endpoints.Where(e => e.OnlyStatus >= FirstOfServer).ToArray();
        return failing.Length > 0 ? $"Every response to {EndpointList.Heading(failing)} is {all}"
            : string.Create(CultureInfo.InvariantCulture, $"{failed:N0} of {count:N0} responses {(failed == 1 ? "is" : "are")} {all}");
    }

    // Whether the requests that fail had succeeded before. Of several, some may fail always.
    private static bool IsAfterSuccess(LoadResult result, int firstStatus) => result.Endpoints.Any(e => e.OnlyStatus >= FirstOfServer)
        ? result.Endpoints.Count == 1 && firstStatus is > 0 and < 400
        : result.Succeeded > 0;

    private static string FirstResponse(LoadResult result) =>
        result.Failures.Examples.FirstOrDefault(e => e is { Kind: FailureKind.UnexpectedStatus, Response: { } text } && IsOfServer(text))?.Response ?? "";

    // "HTTP/1.1 500 Internal Server Error"
    private static bool IsOfServer(string response) => response.Length > 9 && response[9] >= '5';
}
