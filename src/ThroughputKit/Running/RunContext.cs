using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Running;

/// <summary>What a run needs besides its plan.</summary>
/// <param name="Cancellation">Cancels the run.</param>
internal sealed record RunContext(CancellationToken Cancellation)
{
    /// <summary>Gets what reports the run's progress.</summary>
    public ProgressReport Progress { get; init; } = ProgressReport.None;

    /// <summary>Gets the threads of loads that take turns; <see langword="null"/> if each load has threads of its own.</summary>
    public LoopCrew? Crew { get; init; }

    /// <summary>Returns the context of one of several runs.</summary>
    /// <param name="which">Which it is, as the end of the texts that report its progress.</param>
    public RunContext Of(string which) => this with { Progress = Progress.Of(which) };
}
