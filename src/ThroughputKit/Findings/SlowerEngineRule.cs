namespace ThroughputKit.Findings;

/// <summary>The fastest engine could not be used.</summary>
internal sealed class SlowerEngineRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => run.Result.WhyNotEpoll is not { } reason ? null : new Finding(
        FindingNames.SlowerEngine,
        FindingSeverity.Warning,
        $"The slower socket engine was used, because {reason}.",
        "Allow epoll in this container or sandbox, or compare only with runs of the same engine.");
}
