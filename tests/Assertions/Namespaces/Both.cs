#if AwesomeAssertions
using AwesomeAssertions;
#else
using FluentAssertions;
#endif
using ThroughputKit;

namespace Shop;

/// <summary>What a file can write with both namespaces.</summary>
internal static class Both
{
    public static void All(LoadResult result)
    {
        using var scope = new AssertionScope();
        1.Should().Be(1);
        "a".Should().HaveLength(1);
        new List<int> { 1 }.Should().ContainSingle();
        new object().Should().NotBeNull();
        result.Statuses.Should().ContainSingle();
        result.Latency.P50.Should().BePositive();
        ((object)result).Should().NotBeNull();
        result.Should().HaveNoFailures().And.HaveOnlyStatus(200).And.NotBeNull().And.Be(result).And.BeEquivalentTo(new { Failed = 0L }).And.BeOfType<LoadResult>();
        AssertionExtensions.Should(1).Be(1);
    }
}
