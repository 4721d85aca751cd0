namespace ThroughputKit.Findings;

/// <summary>
/// The runtime's count of allocated bytes fell, or no two windows had the same: until it is mended, it leaves out heaps that the collector
/// has put aside (dotnet/runtime, pull request 131069).
/// </summary>
internal sealed class MiscountDoubt : IDoubt
{
    private const string FixedHeaps =
        "Set GarbageCollectionAdaptationMode to 0 in the project that runs the app or, for a published app, o.DynamicGc = false.";

    public IReadOnlyList<string> Names => [Finding.Miscount];

    public Finding? Examine(RunFacts run) => run.Result switch
    {
        { Memory.Allocation: { BytesPerRequest: null, WhyNotMeasured: null }, Environment: { IsServerGc: true, IsDynamicGc: true } } => Of(
            "No two windows agreed on the bytes that a request allocates, so they aren't available: with the server collector the runtime's count leaves out heaps that adapting their number puts aside.",
            FixedHeaps),
        { Memory.Allocation: { BytesPerRequest: null, WhyNotMeasured: null } } => Of(
            "No two windows agreed on the bytes that a request allocates, so they aren't available.",
            "Look for what allocates beside the requests: other tests of the process, or work in the background that comes and goes."),
        { Memory: { AllocatedBytes: null, Gen0Collections: not null } } => Of(
            "The runtime's count of allocated bytes fell while the app was measured, so they aren't available: with the server collector it leaves out heaps that adapting their number puts aside.",
            FixedHeaps),
        _ => null,
    };

    private static Finding Of(string message, string mend) => new(Finding.Miscount, FindingSeverity.Warning, message, mend);
}
