using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions.Namespaces;

/// <summary>Each <c>Should</c> is found, whatever namespaces a file uses; most of the test is that it compiles.</summary>
public class NamespaceTests
{
    private static readonly LoadResult _good = Latencies.ToHundred();

    [Fact]
    public void With_only_the_kits_namespace_its_own_are_found() => global::Shop.OnlyTheKit.All(_good, new LoadComparisonResult
    {
        Reference = _good,
        Candidate = _good,
        RpsRatio = new RatioFigures(1, 1, 1),
        Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Passed, "")],
        Slices = 4,
        GeneratorShare = null,
        Elapsed = TimeSpan.Zero,
        Findings = [],
    });

    [Fact]
    public void With_only_the_library_its_own_are_found() => global::Shop.OnlyTheLibrary.All(_good);

    [Fact]
    public void With_both_each_is_found_for_its_own_types() => global::Shop.Both.All(_good);

    [Fact]
    public void Both_are_found_in_a_namespace_below_the_kits() => ThroughputKit.Shop.WithinTheKits.All(_good);

    [Fact]
    public void No_public_type_lies_in_a_namespace_that_hides_another() =>
        Assert.All(typeof(LoadResultAssertions).Assembly.GetExportedTypes(), type => Assert.Equal("ThroughputKit", type.Namespace));

    [Fact]
    public void No_public_type_has_a_name_that_is_already_used() => Assert.Empty(
        typeof(LoadResultAssertions).Assembly.GetExportedTypes().Select(t => t.Name)
            .Intersect(typeof(AssertionScope).Assembly.GetExportedTypes().Concat(typeof(LoadResult).Assembly.GetExportedTypes()).Select(t => t.Name)));
}
