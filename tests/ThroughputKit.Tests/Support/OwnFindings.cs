namespace ThroughputKit.Tests.Support;

internal static class OwnFindings
{
    // A Debug build of these tests, the collector that they have, how few requests they send, and what else runs on the machine.
    private static readonly string[] _ofTheTests = ["DebugBuild", "WorkstationGc", "TooFewRequests", "MachineBusy"];

    /// <summary>The findings without those caused by how and where these tests run.</summary>
    public static IReadOnlyList<Finding> FindingsOfApp(this LoadResult result) => [.. result.Findings.Where(f => !_ofTheTests.Contains(f.Name))];
}
