namespace ThroughputKit.Findings;

/// <summary>All rules, which are applied after every run.</summary>
internal static class FindingRules
{
    public static IReadOnlyList<IFindingRule> All { get; } =
    [
        new CancelledRule(),
        new EveryResponseRule(),
        new ServerErrorRule(),
        new NothingSucceededRule(),
        new AppStoppedRule(),
        new NoAnswerRule(),
        new OverlapRule(),
        new SidesApartRule(),
        new TrailingWorkRule(),
        new RequestsLeftRule(),
        new DebugBuildRule(),
        new DebuggerRule(),
        new ProfilerRule(Environment.GetEnvironmentVariable),
        new CodeCoverageRule(),
        new StatusChangedRule(),
        new NotSteadyRule(),
        new GeneratorBoundRule(),
        new LateSendsRule(),
        new ThreadPoolRule(),
        new ConnectionChurnRule(),
        new TooFewRequestsRule(),
        new MachineBusyRule(),
        new SlowerMachineRule(),
        new SlowerEngineRule(),
        new WorkstationGcRule(),
        new DevelopmentRule(),
        new RequestLoggingRule(),
        new AppLoggingRule(),
        new MiscountRule(),
        new BackgroundRule(),
        new StillCompilingRule(),
        new StopFailedRule(),
    ];

    /// <summary>Returns whether a mistake in the set-up prevents judging gates on timing and memory.</summary>
    public static bool FindMistake(RunFacts run) => All.Any(r => r.Examine(run) is { IsSetUpMistake: true });

    public static IReadOnlyList<Finding> Examine(RunFacts run) =>
        [.. All.Select(r => r.Examine(run)).OfType<Finding>().OrderByDescending(f => f.Severity)];
}
