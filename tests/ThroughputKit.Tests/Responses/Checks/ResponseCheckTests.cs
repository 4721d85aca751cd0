using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Responses.Checks;

/// <summary>Each check of a response, without a response.</summary>
public class ResponseCheckTests
{
    private const string Head = "Content-Type: Application/JSON ; charset=utf-8|Cache-Control: no-store|Set-Cookie: a=1|set-cookie:b=2|Empty:||";

    private static readonly string _long = string.Concat(Enumerable.Repeat("0123456789", 10));

    public static TheoryData<string, string?> Headers => new()
    {
        { "Cache-Control", null },
        { "cache-control", "no-store" },
        { "Set-Cookie", "a=1" },
        { "Set-Cookie", "b=2" },
        { "Empty", null },
    };

    [Theory]
    [MemberData(nameof(Headers))]
    public void Finds_a_header(string name, string? value) => Assert.Null(Fault(new HeaderCheck(name, value), head: Head));

    [Theory]
    [InlineData("ETag", null, "the header 'ETag' was expected to exist, but there is none")]
    [InlineData("Cache", null, "the header 'Cache' was expected to exist, but there is none")]
    [InlineData("ETag", "1", "the header 'ETag' was expected to be '1', but there is none")]
    [InlineData("Cache-Control", "No-Store", "the header 'Cache-Control' was expected to be 'No-Store', but it is 'no-store'")]
    [InlineData("Set-Cookie", "c=3", "the header 'Set-Cookie' was expected to be 'c=3', but it is 'a=1' and 'b=2'")]
    [InlineData("Empty", "x", "the header 'Empty' was expected to be 'x', but it is empty")]
    public void Misses_a_header(string name, string? value, string fault) => Assert.Equal(fault, Fault(new HeaderCheck(name, value), head: Head));

    [Theory]
    [InlineData("application/json", null)]
    [InlineData("APPLICATION/json ; CHARSET=utf-8", null)]
    [InlineData("application/xml", "the content type was expected to be 'application/xml', but it is 'Application/JSON ; charset=utf-8'")]
    [InlineData("application/json; charset=latin1", "the content type was expected to be 'application/json; charset=latin1', but it is 'Application/JSON ; charset=utf-8'")]
    public void Compares_the_content_type(string type, string? fault) => Assert.Equal(fault, Fault(new ContentTypeCheck(type), head: Head));

    [Fact]
    public void Misses_the_content_type() =>
        Assert.Equal("the content type was expected to be 'text/html', but there is none", Fault(new ContentTypeCheck("text/html"), head: "Date: x||"));

    [Theory]
    [InlineData("", true, "123456789", null)]
    [InlineData("/id", true, """{"a":{"id":1},"b":[{"id":2}],"id":3}""", "3")]
    [InlineData("/items/1/id", true, """{"items":[{"id":1},{"x":[1,{}],"id":7}]}""", "7")]
    [InlineData("/a~1b/m~0n/~01", true, """{"a/b":{"m~n":{"~1":7}}}""", "7")]
    [InlineData("/ü/ ", true, """{"\u00fc":{" ":7}}""", "7")]
    [InlineData("//", true, """{"":{"":7}}""", "7")]
    [InlineData("/0", true, """{"0":7}""", "7")]
    [InlineData("/01", false, "[5,6]", null)]
    [InlineData("/-", false, "[5,6]", null)]
    [InlineData("/2", false, "[5,6]", null)]
    [InlineData("/99999999999", false, "[5,6]", null)]
    [InlineData("/a/b", false, """{"a":"b"}""", null)]
    [InlineData("/b", false, """{"a":{"b":1}}""", null)]
    [InlineData("/a", true, "\uFEFF {\"a\":7}", "7")]
    public void Finds_a_JSON_value(string place, bool exists, string body, string? number)
    {
        Assert.Equal(exists, Fault(new JsonCheck(place), body) is null);
        if (number is not null)
        {
            Assert.Null(Fault(new JsonCheck(place, JsonTokenType.Number, number), body));
        }
    }

    [Theory]
    [InlineData(JsonTokenType.Number, "7", "7.0", true)]
    [InlineData(JsonTokenType.Number, "7", "70e-1", true)]
    [InlineData(JsonTokenType.Number, "0.1", "0.10", true)]
    [InlineData(JsonTokenType.Number, "9007199254740993", "9007199254740992", false)] // one double
    [InlineData(JsonTokenType.Number, "1E-30", "0", false)] // one decimal
    [InlineData(JsonTokenType.Number, "1E+40", "1e40", true)] // no decimal
    [InlineData(JsonTokenType.Number, "7", "\"7\"", false)]
    [InlineData(JsonTokenType.String, "tea", "\"t\\u0065a\"", true)]
    [InlineData(JsonTokenType.String, "tea", "\"teas\"", false)]
    [InlineData(JsonTokenType.String, "", "\"\"", true)]
    [InlineData(JsonTokenType.String, "tea time", "\"tea \\ud83d\"", false)] // half of an emoji
    [InlineData(JsonTokenType.String, "null", "null", false)]
    [InlineData(JsonTokenType.True, "true", "true", true)]
    [InlineData(JsonTokenType.True, "true", "false", false)]
    [InlineData(JsonTokenType.Null, "null", "null", true)]
    [InlineData(JsonTokenType.None, "", "[1,2]", true)]
    [InlineData(JsonTokenType.None, "", "[1,", false)] // cut short
    public void Compares_a_JSON_value(JsonTokenType type, string expected, string found, bool isSame) =>
        Assert.Equal(isSame, Fault(new JsonCheck("/v", type, expected), $$"""{"v":{{found}}}""") is null);

    [Theory]
    [InlineData("""{"v":8}""", "it is 8")]
    [InlineData("""{"v":"7"}""", "it is \"7\"")]
    [InlineData("""{"v":[7]}""", "it is an array")]
    [InlineData("""{"v":{}}""", "it is an object")]
    [InlineData("""{"v":null}""", "it is null")]
    [InlineData("""{"w":7}""", """there is none in '{"w":7}'""")]
    [InlineData("", "the body is not a JSON object or array: it is empty")]
    [InlineData("<html>\n</html>", "the body is not a JSON object or array: it is '<html>\\n</html>'")]
    [InlineData("not found", "the body is not a JSON object or array: it is 'not found'")]
    [InlineData("{v:7}", "the body is not JSON: 'v' is an invalid start of a property name. Expected a '\"'. LineNumber: 0 | BytePositionInLine: 1; it is '{v:7}'")]
    public void Says_what_JSON_was_found(string body, string fault) =>
        Assert.Equal($"the JSON value at '/v' was expected to be 7, but {fault}", Fault(new JsonCheck("/v", JsonTokenType.Number, "7"), body));

    [Fact]
    public void Finds_a_value_after_half_a_character_and_after_deep_nesting()
    {
        Assert.Null(Fault(new JsonCheck("/v", JsonTokenType.Number, "7"), """{"\ud83d":1,"v":7}"""));
        Assert.Null(Fault(new JsonCheck("/v", JsonTokenType.Number, "7"), $$"""{"deep":{{new string('[', 100)}}{{new string(']', 100)}},"v":7}"""));
    }

    [Fact]
    public void Compares_the_whole_body()
    {
        Assert.Null(Fault(new BodyTextCheck("käse"), "käse"));
        Assert.Equal("the body was expected to be 'hello', but it is 'hello!'", Fault(new BodyTextCheck("hello"), "hello!"));
        Assert.Equal("the body was expected to be 'hello', but it is empty", Fault(new BodyTextCheck("hello"), ""));
        Assert.Equal(@"the body was expected to be 'a b', but it is 'a\tb'", Fault(new BodyTextCheck("a b"), "a\tb"));
        Assert.EndsWith("after 100 bytes it continues with 'é' instead of 'è'", Fault(new BodyTextCheck(_long + "è"), _long + "é"), StringComparison.Ordinal);
        Assert.Equal(
            $"the body was expected to be '{_long[..64]}...', but after 100 bytes it continues with 'y' instead of 'x'",
            Fault(new BodyTextCheck(_long + "x"), _long + "y"));
        Assert.EndsWith("but after 100 bytes it continues with nothing instead of 'x'", Fault(new BodyTextCheck(_long + "x"), _long), StringComparison.Ordinal);
    }

    [Fact]
    public void Looks_for_a_text()
    {
        Assert.Null(Fault(new BodyContentCheck("ell"), "hello"));
        Assert.Equal("the body was expected to contain 'Ell', but it is 'hello'", Fault(new BodyContentCheck("Ell"), "hello"));
    }

    [Fact]
    public void Compares_the_length()
    {
        Assert.Null(Fault(new BodyLengthCheck(5), "hello"));
        Assert.Equal("the length of the body was expected to be 1,000 B, but it is 5 B", Fault(new BodyLengthCheck(1_000), "hello"));
    }

    [Fact]
    public void Compares_the_hash()
    {
        var hash = Convert.ToHexString(SHA256.HashData("hello"u8));

        Assert.Null(Fault(new BodyHashCheck(hash), "hello"));
        Assert.Null(Fault(new BodyHashCheck(hash.ToLowerInvariant()), "hello"));
        Assert.Equal(
            $"the SHA-256 hash of the body was expected to be {hash.ToLowerInvariant()}, "
                + $"but it is {Convert.ToHexStringLower(SHA256.HashData("hi"u8))}, that of 2 B: 'hi'",
            Fault(new BodyHashCheck(hash), "hi"));
    }

    [Fact]
    public void Calls_a_function()
    {
        const string Expected = "the body was expected to be accepted by the function of ExpectBody, but that ";

        Assert.Null(Fault(new BodyFunctionCheck(body => body[0] == 'h'), "hello"));
        Assert.Equal($"{Expected}returned false for 'hello'", Fault(new BodyFunctionCheck(body => body[0] == 'x'), "hello"));
        Assert.Equal(
            $"{Expected}threw InvalidOperationException: No shelf, for 'hello'",
            Fault(new BodyFunctionCheck(_ => throw new InvalidOperationException("No shelf.")), "hello"));
    }

    [Fact]
    public void Passes_without_allocating()
    {
        var (head, body) = (Wire.Bytes(Head), """{"items":[{"id":1},{"id":7,"name":"t\u0065a"}]}"""u8.ToArray());
        ResponseCheck[] checks =
        [
            new HeaderCheck("Set-Cookie", "b=2"), new ContentTypeCheck("application/json"), new JsonCheck("/items/1/id", JsonTokenType.Number, "7.0"),
            new JsonCheck("/items/1/name", JsonTokenType.String, "tea"), new BodyContentCheck("items"), new BodyLengthCheck(body.Length),
            new BodyTextCheck(Encoding.UTF8.GetString(body)), new BodyHashCheck(Convert.ToHexString(SHA256.HashData(body))),
            new BodyFunctionCheck(body => body.Length > 7),
        ];

        Assert.Equal(0, Allocated.By(Once, times: 1_000));

        void Once()
        {
            foreach (var check in checks)
            {
                if (check.Fault(new CheckedResponse { Head = head, Body = body, BodyLength = body.Length }, explains: true) is not null)
                {
                    throw new InvalidOperationException(check.Subject); // an assertion would allocate
                }
            }
        }
    }

    [Fact]
    public void Explains_only_if_somebody_wants_to_know()
    {
        ResponseCheck[] checks =
        [
            new HeaderCheck("ETag", null), new ContentTypeCheck("text/html"), new JsonCheck("/id"), new BodyTextCheck("x"), new BodyContentCheck("x"),
            new BodyLengthCheck(1), new BodyHashCheck(""), new BodyFunctionCheck(_ => false),
        ];

        Assert.All(checks, c => Assert.Equal("", c.Fault(default, explains: false)));
    }

    private static string? Fault(ResponseCheck check, string body = "", string head = "||")
    {
        var bytes = Encoding.UTF8.GetBytes(body);
        return new ExpectedAnswer([], [check]).Fault(
            new CheckedResponse { Head = Wire.Bytes(head), Body = bytes, BodyLength = bytes.Length }, explains: true);
    }
}
