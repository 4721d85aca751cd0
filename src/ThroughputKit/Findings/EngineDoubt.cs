namespace ThroughputKit.Findings;

/// <summary>The fastest engine could not be used.</summary>
internal sealed class EngineDoubt : IDoubt
{
    public Finding? Examine(RunFacts run) => run.Result.WhyNotEpoll is not { } reason ? null : new Finding(
        "SlowerEngine",
        FindingSeverity.Warning,
        $"The socket engine made the load, because {reason}.",
        "Allow epoll in this container or sandbox, or compare only with runs of the same engine.");
}
