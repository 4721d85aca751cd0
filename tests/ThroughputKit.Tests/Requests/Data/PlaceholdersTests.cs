using ThroughputKit.Requests.Data;

namespace ThroughputKit.Tests.Requests.Data;

public class PlaceholdersTests
{
    [Theory]
    [InlineData("/items/{id}", "/items/|<id>|")]
    [InlineData("{id}{product name}", "|<id>||<product name>|")]
    [InlineData("{other-name}", "|<other-name>|")] // what looks like a name is one: it may be misspelt
    [InlineData("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1}}")]
    [InlineData("{\"a\": {\"b\": \"{id}\"}}", "{\"a\": {\"b\": \"|<id>|\"}}")]
    [InlineData("{{id}", "{id}")]
    [InlineData("{{{id}", "{|<id>|")]
    [InlineData("{ id } {} {1} { {id", "{ id } {} {1} { {id")]
    public void Are_names_in_braces_and_all_other_braces_are_literal(string text, string expected) => Assert.Equal(
        expected, string.Join('|', Placeholders.Split(text, n => n is "id" or "product name").SelectMany(p => p.Name is null ? new[] { p.Literal } : [p.Literal, $"<{p.Name}>"])));

    [Fact]
    public void Text_can_be_made_literal() => Assert.Equal([("a {id} {{", null)], Placeholders.Split(Placeholders.Literal("a {id} {{"), _ => true));
}
