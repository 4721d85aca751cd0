using ThroughputKit.Measurement;

namespace ThroughputKit.Findings;

/// <summary>All doubts, examined after every run.</summary>
internal static class Doubts
{
    public static IReadOnlyList<IDoubt> All { get; } =
    [
        new CancelledDoubt(),
        new EveryResponseDoubt(),
        new ServerErrorDoubt(),
        new NothingSucceededDoubt(),
        new AppStoppedDoubt(),
        new NoAnswerDoubt(),
        new OverlapDoubt(),
        new SidesApartDoubt(),
        new WorksOnDoubt(),
        new RequestsLeftDoubt(),
        new DebugBuildDoubt(),
        new DebuggerDoubt(),
        new ProfilerDoubt(Environment.GetEnvironmentVariable),
        new CoverageDoubt(),
        new StatusChangedDoubt(),
        new NotSteadyDoubt(),
        new GeneratorBoundDoubt(),
        new LateSendsDoubt(),
        new ThreadPoolDoubt(),
        new ConnectionChurnDoubt(),
        new TooFewRequestsDoubt(),
        new MachineBusyDoubt(),
        new SlowerMachineDoubt(),
        new EngineDoubt(),
        new WorkstationGcDoubt(),
        new DevelopmentDoubt(),
        new RequestLoggingDoubt(),
        new AppLoggingDoubt(),
        new MiscountDoubt(),
        new BackgroundDoubt(),
        new StillCompilingDoubt(),
        new StopDoubt(),
        new AntivirusDoubt(Defender.IsProtecting),
    ];

    /// <summary>Gets the names of all findings there are.</summary>
    public static IEnumerable<string> Names => All.SelectMany(d => d.Names);

    /// <summary>Whether the test is set up so wrongly that gates on timing and memory will not be judged.</summary>
    public static bool FindMistake(RunFacts run) => All.Any(d => d.Examine(run) is { IsSetUpMistake: true });

    public static IReadOnlyList<Finding> Examine(RunFacts run) =>
        [.. All.Select(d => d.Examine(run)).OfType<Finding>().OrderByDescending(f => f.Severity)];
}
