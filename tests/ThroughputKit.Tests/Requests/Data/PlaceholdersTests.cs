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
    [InlineData("{{{{id}}", "{{id}}")]
    [InlineData("{id:raw}{a:raw}{a\": raw}", "|<id as it is>||<a as it is>|{a\": raw}")]
    [InlineData("$${id} ###{id} $$", "$|<id>| ##|<id>| $$")]
    [InlineData("{ id } {} {1} { {id", "{ id } {} {1} { {id")]
    public void Are_names_in_braces_and_all_other_braces_are_literal(string text, string expected) => Assert.Equal(
        expected, string.Join('|', Placeholders.Split(text, n => n is "id" or "product name").SelectMany(p => p.Name is null ? new[] { p.Literal } : [p.Literal, $"<{p.Name}{(p.IsRaw ? " as it is" : "")}>"])));

    [Theory]
    [InlineData("a {{id}} {{ id }}", "{{id}} {{ id }}")]
    [InlineData("${id} #{id}", "${id} #{id}")]
    [InlineData("$${id} ##{id} {{id} {{{{id}} {id}}", "")]
    [InlineData("{\"a\": {\"id\": {id}}}", "")]
    [InlineData("{{\"a\": 1}} ${x} {{x}} {{{id}}} $ {id} {{", "")]
    public void Those_of_other_tools_are_found_where_a_column_has_their_name(string text, string expected) =>
        Assert.Equal(expected, string.Join(' ', Placeholders.Foreign(text, n => n == "id").Select(f => f.Written)));

    [Theory]
    [InlineData("{id:url} {id: RAW}", "{id:url} {id: RAW}")]
    [InlineData("{id} {id:raw} {x:y} {{id:x} {id:x:y}", "")]
    public void Formats_of_other_tools_are_found_too(string text, string expected) =>
        Assert.Equal(expected, string.Join(' ', Placeholders.Foreign(text, n => n == "id", hasFormats: true).Select(f => f.Written)));

    [Fact]
    public void Text_can_be_made_literal() => Assert.Equal([("a {id} {{", null, false)], Placeholders.Split(Placeholders.Literal("a {id} {{"), _ => true));
}
