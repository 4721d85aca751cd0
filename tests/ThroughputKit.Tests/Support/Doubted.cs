namespace ThroughputKit.Tests.Support;

internal static class Doubted
{
    /// <summary>The findings but for the one that every Debug build of these tests has.</summary>
    public static IReadOnlyList<Finding> Doubts(this LoadResult result) => [.. result.Findings.Where(f => f.Name != "DebugBuild")];
}
