using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Tests.Baselines.Files;

/// <summary>Where the file is, by paths that need not exist.</summary>
public class BaselinePlaceTests
{
    private const string Tests = "/home/me/shop/tests/Shop.Tests/bin/Release/net10.0/";
    private const string Source = "/home/me/shop/tests/Shop.Tests/Orders/Gates.cs";
    private const string NextToSource = "/home/me/shop/tests/Shop.Tests/Orders/orders.json";

    private readonly HashSet<string> _files = [Source];

    [Theory]
    [InlineData(Source)]
    [InlineData("/_/tests/Shop.Tests/Orders/Gates.cs")] // as build servers write it
    [InlineData("/_1/Orders/Gates.cs")] // the same, for a source root of the project's own
    [InlineData("/shop/src/Shop.Tests/Orders/Gates.cs")] // with a PathMap of the project's own
    [InlineData("/agent/7/shop/tests/Shop.Tests/Orders/Gates.cs")] // built elsewhere
    public void Next_to_the_source(string source) => Assert.Equal(NextToSource, Find(source));

    [Fact]
    public void Of_several_sources_it_is_the_one_whose_path_is_the_most_alike()
    {
        _files.UnionWith(["/home/me/shop/tests/Shop.Tests/Gates.cs", "/home/me/shop/tests/Other.Tests/Orders/Gates.cs"]);

        Assert.Equal("/home/me/shop/tests/Other.Tests/Orders/orders.json", Find("/_1/Other.Tests/Orders/Gates.cs"));
    }

    [Fact]
    public void Next_to_a_source_at_the_root_of_the_repository()
    {
        _files.Add("/home/me/shop/Gates.cs");

        Assert.Equal("/home/me/shop/orders.json", Find("/_/Gates.cs"));
    }

    [Theory]
    [InlineData("/_/tests/Other.Tests/Gates.cs")]
    [InlineData("/elsewhere/Prices/Gates.cs")]
    [InlineData(@"C:\agent\shop\tests\Shop.Tests\Orders\Gates.cs")]
    [InlineData("Gates.cs")]
    [InlineData("/_/")]
    [InlineData("")]
    public void Nowhere_when_the_source_is_not_on_this_machine(string source) => Assert.Null(Find(source));

    [Fact]
    public void An_absolute_path_is_used_unchanged() => Assert.Equal("/data/orders.json", Find("/elsewhere/Gates.cs", "/data/orders.json"));

    [Fact]
    public void A_path_can_lead_to_another_folder() =>
        Assert.Equal("/home/me/shop/tests/Shop.Tests/baselines/orders.json", Find(Source, "../baselines/orders.json"));

    private string? Find(string source, string file = "orders.json") => BaselinePlace.Find(file, source, Tests, _files.Contains);
}
