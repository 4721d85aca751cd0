using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions.Namespaces;

/// <summary>Each <c>Should</c> is found, whatever a file uses; that it compiles is most of the test.</summary>
public class NamespaceTests
{
    private static readonly LoadResult _good = Latencies.ToHundred();

    [Fact]
    public void With_the_kits_namespace_alone_the_kits_is_found() => global::Shop.OnlyTheKit.All(_good, new LoadComparisonResult
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
    public void With_the_other_alone_all_of_its_own_are() => global::Shop.OnlyFluentAssertions.All(_good);

    [Fact]
    public void With_both_each_is_found_for_its_own() => global::Shop.Both.All(_good);

    [Fact]
    public void So_they_are_in_a_namespace_below_the_kits() => ThroughputKit.Shop.WithinTheKits.All(_good);

    [Fact]
    public void No_public_type_lies_in_a_namespace_that_hides_another() =>
        Assert.All(typeof(LoadResultAssertions).Assembly.GetExportedTypes(), type => Assert.Equal("ThroughputKit", type.Namespace));

    [Fact]
    public void No_public_type_has_a_name_that_is_taken() => Assert.Empty(
        typeof(LoadResultAssertions).Assembly.GetExportedTypes().Select(t => t.Name)
            .Intersect(typeof(global::FluentAssertions.AssertionExtensions).Assembly.GetExportedTypes().Concat(typeof(LoadResult).Assembly.GetExportedTypes()).Select(t => t.Name)));
}
