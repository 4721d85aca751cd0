namespace ThroughputKit.Findings;

/// <summary>
/// The app is built for the server collector and runs with the workstation's, which collects more often and on one core. Says nothing where the app's
/// own settings aren't known or say nothing, where the caller has chosen, and of a single core, for which the runtime has no server collector.
/// </summary>
internal sealed class WorkstationGcDoubt : IDoubt
{
    public const string Name = "WorkstationGc";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run.App.Facts?.IsForServerGc != true || run.Result.Environment is { IsServerGc: true } or { Cores: 1 } ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        "The app is built for the server collector, as web apps are (System.GC.Server in its runtimeconfig.json), but runs with the workstation's here: throughput, pauses and the heap differ from production. Allocated bytes don't.",
        run.App.IsInProcess
            ? "Set ServerGarbageCollection to true and GarbageCollectionAdaptationMode to 0 in the project that runs the app, which ThroughputKit.Xunit and ThroughputKit.XunitV3 do by themselves."
            : "Is DOTNET_gcServer set to 0 where the tests run?");
}
