namespace ThroughputKit.Running;

/// <summary>Outcome of the warm-up.</summary>
/// <param name="FirstResponse">The duration of the first request; <see langword="null"/> if it didn't succeed or there was no warm-up.</param>
/// <param name="FirstStatus">The status of its response; 0 if there was none.</param>
/// <param name="Figures">The total duration, and whether the app was steady at the end.</param>
internal sealed record WarmUpOutcome(TimeSpan? FirstResponse, int FirstStatus, WarmUpFigures Figures)
{
    /// <summary>Gets the number of methods that may be compiled in a quiet moment once the app's code is compiled.</summary>
    public long ToleratedCompilations { get; init; } = CompilationRounds.MinTolerated;

    /// <summary>Gets whether there is nothing to measure: every response had the same status and that is not a success, or the app has exited.</summary>
    public bool OnlyErrors { get; init; }
}
