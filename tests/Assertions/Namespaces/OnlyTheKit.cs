using ThroughputKit;

namespace Shop;

/// <summary>What a file can write with the kit's namespace alone.</summary>
internal static class OnlyTheKit
{
    public static void All(LoadResult result, LoadComparisonResult comparison)
    {
        LoadResultAssertions ofResult = result.Should();
        ofResult.HaveNoFailures("{0} users wait", 7).And.HaveOnlyStatus(200);
        LoadComparisonResultAssertions ofComparison = comparison.Should();
        ofComparison.HavePassed();
    }
}
