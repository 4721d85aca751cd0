namespace ThroughputKit.Findings;

/// <summary>
/// The runtime's count of allocated bytes fell: until it is mended, it leaves out heaps that the collector has put aside (dotnet/runtime,
/// pull request 131069).
/// </summary>
internal sealed class MiscountDoubt : IDoubt
{
    public IReadOnlyList<string> Names => [Finding.Miscount];

    public Finding? Examine(RunFacts run) => run.Result.Memory is not { AllocatedBytes: null, Gen0Collections: not null } ? null : new Finding(
        Finding.Miscount,
        FindingSeverity.Warning,
        "The runtime's count of allocated bytes fell while the app was measured, so they aren't available: with the server collector it leaves out heaps that adapting their number puts aside.",
        "Set GarbageCollectionAdaptationMode to 0 in the project that runs the app or, for a published app, o.DynamicGc = false.");
}
