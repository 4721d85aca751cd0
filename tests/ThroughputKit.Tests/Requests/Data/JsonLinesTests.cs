using System.Text;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Tests.Requests.Data;

public class JsonLinesTests
{
    [Fact]
    public void Is_read_as_rows_whatever_the_order_of_properties()
    {
        var read = Parse("{\"id\":1,\"name\":\"say \\\"hi\\\"\"}\r\n\n{\"name\":\"b\",\"id\":{\"a\": [2]}}\n");

        Assert.Empty(read.Problems);
        Assert.Equal(["id", "name"], read.Columns);
        Assert.Equal(["1", "say \"hi\"", "{\"a\": [2]}", "b"], Enumerable.Range(0, read.Values.Count).Select(read.Values.Text));
    }

    [Theory]
    [InlineData("{\"id\":1}\n{\"no\":2}", "line 2 has the properties no. Expected: those of the first line: id.")]
    [InlineData("{\"id\":1}\n\n{\"id\":2", "line 3 can't be read: ")]
    [InlineData("[{\"id\":1}]", "line 1 can't be read: ")]
    [InlineData("{\"id\":1,\"id\":2}", "line 1 can't be read: ")]
    public void Names_the_line_of_a_mistake(string text, string expected) =>
        Assert.StartsWith($"a.jsonl, {expected}", Assert.Single(Parse(text).Problems).ToString(), StringComparison.Ordinal);

    private static DataRows Parse(string text) => JsonLines.Parse("a.jsonl", Encoding.UTF8.GetBytes(text));
}
