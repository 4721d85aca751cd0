namespace ThroughputKit.Findings;

/// <summary>
/// The runtime's count of allocated bytes fell, or no two windows agreed. Until the bug is fixed (dotnet/runtime, pull request 131069), the count leaves
/// out heaps that the collector has retired.
/// </summary>
internal sealed class MiscountRule : IFindingRule
{
    private const string FixedHeaps =
        "Set GarbageCollectionAdaptationMode to 0 in the project that runs the app or, for a published app, o.DynamicGc = false.";

    public Finding? Examine(RunFacts run) => run.Result switch
    {
        { Memory.Allocation: { BytesPerRequest: null, WhyNotMeasured: null }, Environment: { IsServerGc: true, IsDynamicGc: true } } => Of(
            "No two windows agreed on the allocated bytes per request, so they are not available: with the server collector the runtime's count leaves out heaps that dynamic adaptation has retired.",
            FixedHeaps),
        { Memory.Allocation: { BytesPerRequest: null, WhyNotMeasured: null } } => Of(
            "No two windows agreed on the allocated bytes per request, so they are not available.",
            "Look for allocations other than the requests': other tests in the process, or background work that comes and goes."),
        { Memory: { AllocatedBytes: null, Gen0Collections: not null } } => Of(
            "The runtime's count of allocated bytes fell while the app was measured, so they are not available: with the server collector it leaves out heaps that dynamic adaptation has retired.",
            FixedHeaps),
        _ => null,
    };

    private static Finding Of(string message, string remedy) => new(FindingNames.Miscount, FindingSeverity.Warning, message, remedy);
}
