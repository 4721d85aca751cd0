namespace ThroughputKit.Findings;

/// <summary>All doubts, examined after every run.</summary>
internal static class Doubts
{
    private static readonly IDoubt[] _all =
    [
        new CancelledDoubt(),
        new EveryResponseDoubt(),
        new NothingSucceededDoubt(),
        new AppStoppedDoubt(),
        new OverlapDoubt(),
        new NotSteadyDoubt(),
        new GeneratorBoundDoubt(),
        new LateSendsDoubt(),
        new EngineDoubt(),
        new RequestsLeftDoubt(),
        new DebugBuildDoubt(),
        new DebuggerDoubt(),
        new ProfilerDoubt(Environment.GetEnvironmentVariable),
        new CoverageDoubt(),
        new DevelopmentDoubt(),
        new RequestLoggingDoubt(),
        new MiscountDoubt(),
        new BackgroundDoubt(),
        new StillCompilingDoubt(),
        new StopDoubt(),
    ];

    public static IReadOnlyList<Finding> Examine(RunFacts run) =>
        [.. _all.Select(d => d.Examine(run)).OfType<Finding>().OrderByDescending(f => f.Severity)];
}
