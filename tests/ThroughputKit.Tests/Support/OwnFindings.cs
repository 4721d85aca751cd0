namespace ThroughputKit.Tests.Support;

internal static class OwnFindings
{
    private static readonly string[] _ofTheTests =
    [
        "DebugBuild", "WorkstationGc", "TooFewRequests", // their build, the collector that they have, and how few requests they send
        "MachineBusy", "GeneratorBound", "ThreadPool", "NotSteady", "IdleApp", // whatever else runs on the machine
        "SlowerEngine", // where io_uring is forbidden
        "Miscount", // the runtime's mistake, which comes and goes
    ];

    /// <summary>The findings without those caused by how and where these tests run.</summary>
    public static IReadOnlyList<Finding> FindingsOfApp(this LoadResult result) => [.. result.Findings.Where(f => !_ofTheTests.Contains(f.Name))];
}
