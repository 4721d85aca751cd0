#if AwesomeAssertions
using AwesomeAssertions;
#else
using FluentAssertions;
#endif

namespace ThroughputKit.Shop;

/// <summary>What a file can write in a namespace below the kit's, where the kit's own names are found first.</summary>
internal static class WithinTheKits
{
    public static void All(LoadResult result)
    {
        1.Should().Be(1);
        new object().Should().NotBeNull();
        result.Should().HaveNoFailures();
#if AwesomeAssertions
        AwesomeAssertions.AssertionExtensions.Should(1).Be(1);
#else
        FluentAssertions.AssertionExtensions.Should(1).Be(1);
#endif
    }
}
