using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Tests.Baselines.Files;

/// <summary>Where the file is looked for, by paths that need not exist.</summary>
public class BaselinePlaceTests
{
    private const string Tests = "/home/me/shop/tests/Shop.Tests/bin/Release/net10.0/";
    private const string NextToSource = "/home/me/shop/tests/Shop.Tests/Orders/orders.json";

    private readonly HashSet<string> _folders = [.. Above(Tests), "/home/me/shop/tests/Shop.Tests/Orders"];
    private readonly HashSet<string> _files = [];

    [Fact]
    public void Next_to_the_source()
    {
        Assert.Equivalent(new BaselinePlace(null, NextToSource, [NextToSource]), Find("/home/me/shop/tests/Shop.Tests/Orders/Gates.cs"));

        _files.Add(NextToSource);
        Assert.Equivalent(new BaselinePlace(NextToSource, NextToSource, [NextToSource]), Find("/home/me/shop/tests/Shop.Tests/Orders/Gates.cs"));
    }

    [Theory]
    [InlineData("/_/tests/Shop.Tests/Orders/Gates.cs")] // as build servers write it
    [InlineData("/agent/7/shop/tests/Shop.Tests/Orders/Gates.cs")] // built elsewhere
    [InlineData(@"C:\agent\shop\tests\Shop.Tests\Orders\Gates.cs")]
    public void Above_the_test_assembly_when_the_source_has_another_path_here(string source)
    {
        Assert.Equal((null, NextToSource), (Find(source).Existing, Find(source).New));

        _files.Add(NextToSource);
        _files.Add("/home/me/shop/orders.json"); // of some other test
        Assert.Equal((NextToSource, NextToSource), (Find(source).Existing, Find(source).New));
    }

    [Fact]
    public void Next_to_the_test_assembly_when_it_was_copied_there()
    {
        _folders.Remove("/home/me/shop/tests/Shop.Tests/Orders");
        _files.Add(Tests + "orders.json");

        Assert.Equal(Tests + "orders.json", Find("/_/tests/Shop.Tests/Orders/Gates.cs").Existing);
    }

    [Fact]
    public void Every_place_that_was_tried_is_reported_and_none_is_invented()
    {
        _folders.Remove("/home/me/shop/tests/Shop.Tests/Orders");

        var place = Find("/_/tests/Shop.Tests/Orders/Gates.cs");

        Assert.Equal((null, null), (place.Existing, place.New));
        Assert.Equal([.. Above(Tests).Select(f => Path.Combine(f, "orders.json"))], place.Tried);
    }

    [Fact]
    public void No_new_place_when_the_source_is_unknown() => Assert.Null(Find("").New);

    [Fact]
    public void An_absolute_path_is_used_unchanged() =>
        Assert.Equivalent(new BaselinePlace(null, "/data/orders.json", ["/data/orders.json"]), Find("/_/tests/Gates.cs", "/data/orders.json"));

    [Fact]
    public void A_path_can_lead_to_another_folder() => Assert.Equal(
        "/home/me/shop/tests/Shop.Tests/baselines/orders.json",
        Find("/home/me/shop/tests/Shop.Tests/Orders/Gates.cs", "../baselines/orders.json").New);

    private static IEnumerable<string> Above(string folder)
    {
        for (var above = Path.TrimEndingDirectorySeparator(folder); above is not null; above = Path.GetDirectoryName(above))
        {
            yield return above;
        }
    }

    private BaselinePlace Find(string source, string file = "orders.json") => BaselinePlace.Find(file, source, Tests, _folders.Contains, _files.Contains);
}
