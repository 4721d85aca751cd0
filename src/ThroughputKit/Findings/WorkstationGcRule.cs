namespace ThroughputKit.Findings;

/// <summary>
/// The app is built for the server garbage collector but runs with the workstation one, which collects more often and on one core. Not reported if the
/// app's own settings are unknown or don't set it, if the caller has chosen the collector, or on a single core, for which the runtime has no server
/// collector.
/// </summary>
internal sealed class WorkstationGcRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => run.App.Facts?.IsForServerGc != true || run.Result.Environment is { IsServerGc: true } or { Cores: 1 } ? null : new Finding(
        FindingNames.WorkstationGc,
        FindingSeverity.Warning,
        "The app is built for the server garbage collector, as web apps are (System.GC.Server in its runtimeconfig.json), but ran with the workstation one: throughput, pauses and heap size differ from production. Allocated bytes don't.",
        run.App.IsInProcess
            ? "Set ServerGarbageCollection to true and GarbageCollectionAdaptationMode to 0 in the project that runs the app, which ThroughputKit.Xunit and ThroughputKit.XunitV3 do automatically."
            : "Is DOTNET_gcServer set to 0 where the tests run?");
}
