using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The time limit ended a run before its fixed number of requests was sent.</summary>
internal sealed class RequestsLeftRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => !run.Result.HasRequestsLeft || run.StoppedByItself ? null : new Finding(
        FindingNames.RequestsLeft,
        FindingSeverity.Error,
        string.Create(CultureInfo.InvariantCulture, $"Only {run.Result.Sent:N0} of {run.Result.RequestsPlanned:N0} requests {(run.Result.Sent == 1 ? "was" : "were")} sent before o.MaxDuration had passed."),
        "Send fewer requests, or allow more time with o.MaxDuration.");
}
