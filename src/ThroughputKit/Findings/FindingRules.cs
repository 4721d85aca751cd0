namespace ThroughputKit.Findings;

/// <summary>All rules, which are applied after every run. Each checks a run for one reason to question it.</summary>
internal static class FindingRules
{
    /// <summary>Gets the rules. Findings of one severity are reported in this order.</summary>
    public static IReadOnlyList<Func<RunFacts, Finding?>> All { get; } =
    [
        RunFindings.Cancelled,
        EveryResponseRule.Examine,
        ServerErrorRule.Examine,
        ResponseFindings.NothingSucceeded,
        ResponseFindings.EmptyResponses,
        ResponseFindings.NothingReceived,
        ResponseFindings.UnservedConnections,
        AppFindings.AppStopped,
        AppFindings.NoAnswer,
        RunFindings.Overlap,
        ComparisonFindings.SidesApart,
        ComparisonFindings.TrailingWork,
        ComparisonFindings.SlowInTurns,
        RunFindings.RequestsLeft,
        RunFindings.StuckIterations,
        RunFindings.DataUsedInWarmUp,
        BuildFindings.DebugBuild,
        BuildFindings.DebuggerAttached,
        BuildFindings.ProfilerAttached,
        BuildFindings.CodeCoverage,
        ResponseFindings.StatusChanged,
        ResponseFindings.ResponsesChanged,
        AppFindings.NotSteady,
        GeneratorFindings.GeneratorBound,
        LateSendsRule.Examine,
        ThreadPoolRule.Examine,
        IdleAppRule.Examine,
        ResponseFindings.ConnectionChurn,
        TooFewRequestsRule.Examine,
        MachineFindings.MachineBusy,
        GeneratorFindings.SlowerEngine,
        CookieNotSentRule.Examine,
        AppSettingFindings.WorkstationGc,
        AppSettingFindings.DevelopmentEnvironment,
        AppSettingFindings.RequestLogging,
        AppSettingFindings.AppLogging,
        AllocationFindings.Miscount,
        AllocationFindings.Background,
        AllocationFindings.StillCompiling,
        AppFindings.LateSettings,
        AppFindings.StopFailed,
    ];

    /// <summary>Returns whether a mistake in the set-up prevents judging gates on timing and memory.</summary>
    public static bool FindMistake(RunFacts run) => All.Any(rule => rule(run) is { IsSetUpMistake: true });

    public static IReadOnlyList<Finding> Examine(RunFacts run) =>
        [.. All.Select(rule => rule(run)).OfType<Finding>().Concat(AllocationFindings.OfEndpoints(run)).OrderByDescending(f => f.Severity)];
}
