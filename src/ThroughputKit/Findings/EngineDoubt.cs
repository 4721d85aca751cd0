namespace ThroughputKit.Findings;

/// <summary>The fastest engine could not be used.</summary>
internal sealed class EngineDoubt : IDoubt
{
    public const string Name = "SlowerEngine";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run.Result.WhyNotEpoll is not { } reason ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        $"The socket engine made the load, because {reason}.",
        "Allow epoll in this container or sandbox, or compare only with runs of the same engine.");
}
