using System.Text;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Tests.Requests.Data;

public class EscapingTests
{
    [Theory]
    [InlineData("Path", "a b/c?d#ü-._~%", "a%20b%2Fc%3Fd%23%C3%BC-._~%25")]
    [InlineData("PathPart", "..a/", "..a%2F")]
    [InlineData("Query", "a b&c=d+", "a%20b%26c%3Dd%2B")]
    [InlineData("Target", "/a/b?c=%20&d", "/a/b?c=%20&d")]
    [InlineData("Raw", "?a=%20/b", "?a=%20/b")]
    [InlineData("Header", "a \"b\"", "a \"b\"")]
    [InlineData("JsonText", "say \"hi\"\\\n\u0001ü</", "say \\\"hi\\\"\\\\\\n\\u0001ü</")]
    [InlineData("JsonValue", "{\"a\": 1}", "{\"a\": 1}")]
    [InlineData("Body", "a\r\n\"b\"", "a\r\n\"b\"")]
    public void A_value_is_escaped_for_its_place(string place, string value, string expected)
    {
        var (bytes, kind) = (Encoding.UTF8.GetBytes(value), Enum.Parse<ValuePlace>(place));
        var escaped = new byte[Escaping.MaxLength(kind, bytes.Length)];

        Assert.Equal(expected, Encoding.UTF8.GetString(escaped, 0, Escaping.Write(kind, bytes, escaped)));
        Assert.Null(Escaping.Refuse(kind, bytes));
    }

    [Theory]
    [InlineData("Path", ".")]
    [InlineData("Path", "..")]
    [InlineData("Path", "")]
    [InlineData("Target", "")]
    [InlineData("Target", "a")]
    [InlineData("Target", "//other/a")]
    [InlineData("Target", "http://other/a")]
    [InlineData("Target", "/a b")]
    [InlineData("Target", "/a\r\nX: y")]
    [InlineData("Target", "/ü")]
    [InlineData("Target", "/a#b")]
    [InlineData("Raw", "a b")]
    [InlineData("Raw", "a#b")]
    [InlineData("PathPart", "...")]
    [InlineData("PathPart", "")]
    [InlineData("Header", "a\r\nX: y")]
    [InlineData("Header", "ü")]
    [InlineData("JsonValue", "tea")]
    [InlineData("JsonValue", "1, \"admin\": true")]
    [InlineData("JsonValue", "")]
    [InlineData("JsonValue", "{\"a\":1")]
    public void A_value_that_would_break_out_is_refused(string place, string value) =>
        Assert.NotNull(Escaping.Refuse(Enum.Parse<ValuePlace>(place), Encoding.UTF8.GetBytes(value)));
}
