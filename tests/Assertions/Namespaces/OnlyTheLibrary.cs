using System.Globalization;
#if AwesomeAssertions
using AwesomeAssertions;
using AwesomeAssertions.Primitives;
#else
using FluentAssertions;
using FluentAssertions.Primitives;
#endif

namespace Shop;

/// <summary>What a file can write without the kit's namespace.</summary>
internal static class OnlyTheLibrary
{
    public static void All(global::ThroughputKit.LoadResult result)
    {
        1.Should().Be(1);
        "a".Should().HaveLength(1);
        new List<int> { 1 }.Should().ContainSingle();
        new object().Should().NotBeNull();
        CultureInfo.InvariantCulture.Should().NotBeNull();
        ObjectAssertions ofObject = result.Should();
        ofObject.NotBeNull();
    }
}
