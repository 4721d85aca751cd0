using System.Text;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Tests.Requests.Data;

public class CsvTests
{
    public static TheoryData<string, string> Files => new()
    {
        { "id,name\n1,tea\n2,milk\n", "id|name;1|tea;2|milk" },
        { "id,name\r\n1,tea\r\n2,milk", "id|name;1|tea;2|milk" },
        { "id,name\n\"1\",\"tea, green\"\n", "id|name;1|tea, green" },
        { "name\n\"say \"\"hi\"\"\"\n\"\"\"\"\n", "name;say \"hi\";\"" },
        { "id,name\n1,\"two\r\nlines\"\n2,b", "id|name;1|two\r\nlines;2|b" },
        { "id,name\n1,\n,\n\"\",x\n", "id|name;1|;|;|x" },
        { "id,name\n\n1,tea\n\n", "id|name;1|tea" },
        { "name\n\"\"\n\ntea\n", "name;;tea" }, // an empty value, and a blank line
        { "id, name \n 1 , tea", "id| name ; 1 | tea" }, // spaces are part of a field
    };

    [Theory]
    [MemberData(nameof(Files))]
    public void Is_read_as_rows(string text, string expected)
    {
        var read = Parse(text);

        Assert.Empty(read.Problems);
        var values = Enumerable.Range(0, read.Values.Count).Select(read.Values.Text).Chunk(read.Columns.Count);
        Assert.Equal(expected, string.Join(';', values.Prepend([.. read.Columns]).Select(r => string.Join('|', r))));
    }

    [Theory]
    [InlineData("id,name\n1,tea,3,4\n", "line 2, column 7: the row has 4 fields. Expected: 2, as the first line has")]
    [InlineData("id,name\n1,\"a\nb\"\n2,b,c\n", "line 4, column 5: the row has 3 fields. Expected: 2, as the first line has")]
    [InlineData("id,name\n1,\"tea\n", "line 2, column 3: the row has a quote that is not closed, or not doubled. Expected: a field in quotes, with quotes in it doubled")]
    [InlineData("id,name\n1,\"tea\"x\n", "line 2, column 3: the row has a quote that is not closed, or not doubled. Expected: a field in quotes, with quotes in it doubled")]
    [InlineData("id,name\n1,te\"a\n", "line 2, column 3: the row has a quote that is not closed, or not doubled. Expected: a field in quotes, with quotes in it doubled")]
    public void Names_the_place_of_a_mistake(string text, string expected) => Assert.Equal(
        $"a.csv, {expected}. Does a value contain a comma or a quote? Put it into quotes.", Assert.Single(Parse(text).Problems).ToString());

    [Theory]
    [InlineData("id,name\n1,tea\n2\n", "line 3, column 2: the row has 1 field. Expected: 2, as the first line has. Is a field missing, or is the line cut off?")]
    [InlineData("id,name\n1,täa,\n", "line 2, column 7: the row has 3 fields. Expected: 2, as the first line has. Does the line end in a comma? Leave it out, or name the column in the first line.")]
    [InlineData("id;name\n1;1,5\n", "line 2, column 5: the row has 2 fields. Expected: 1, as the first line has. The separator of a CSV file must be a comma, and here it seems to be a semicolon.")]
    [InlineData("\"id\"\t\"name\"\n", "line 1, column 1: the row has a quote that is not closed, or not doubled. Expected: a field in quotes, with quotes in it doubled. The separator of a CSV file must be a comma, and here it seems to be a tab.")]
    public void Asks_for_what_most_likely_caused_it(string text, string expected) =>
        Assert.Equal($"a.csv, {expected}", Assert.Single(Parse(text).Problems).ToString());

    [Theory]
    [InlineData("")]
    [InlineData("id,name\n")]
    public void Without_a_row_it_is_a_mistake(string text) => Assert.Equal(
        "a.csv has no row. Expected: one row or more. Is it the right file, or did a filter leave nothing?", Assert.Single(Parse(text).Problems).ToString());

    [Fact]
    public void A_line_for_spreadsheets_is_a_mistake() => Assert.Equal(
        "The first line of a.csv is 'sep=,'. Expected: the names of the columns, separated by commas. Spreadsheets write a line sep= before them. Leave it out.",
        Assert.Single(Parse("sep=,\r\nid,name\r\n1,tea\r\n").Problems).ToString());

    private static DataRows Parse(string text) => Csv.Parse("a.csv", Encoding.UTF8.GetBytes(text));
}
