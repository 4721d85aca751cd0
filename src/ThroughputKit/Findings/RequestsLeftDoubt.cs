using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The time limit ended a run that was to send a fixed number of requests.</summary>
internal sealed class RequestsLeftDoubt : IDoubt
{
    public const string Name = "RequestsLeft";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => !run.Result.HasRequestsLeft || run.StoppedByItself ? null : new Finding(
        Name,
        FindingSeverity.Error,
        string.Create(CultureInfo.InvariantCulture, $"Only {run.Result.Sent:N0} of {run.Result.RequestsPlanned:N0} requests {(run.Result.Sent == 1 ? "was" : "were")} sent before o.MaxDuration had passed."),
        "Send fewer requests, or allow more time with o.MaxDuration.");
}
