using System.Text;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Http2;

public class Http2RequestEncoderTests
{
    private static readonly Uri _address = new("http://localhost:5000");

    [Fact]
    public void Encodes_the_requests_of_the_kit()
    {
        Assert.Equal(
            ":method: GET | :scheme: http | :authority: localhost:5000 | :path: /",
            Encode(Engine.Encode(LoadRequest.Get("/"), _address).Bytes));
        Assert.Equal(
            ":method: POST | :scheme: http | :authority: localhost:5000 | :path: /a?b=c | x-id: 7 | content-type: text/plain | content-length: 5 > hello",
            Encode(Engine.Encode(LoadRequest.Post("/a?b=c").WithHeader("X-Id", "7").WithContent("hello"u8, "text/plain"), _address).Bytes));
    }

    [Theory]
    [InlineData("GET / HTTP/1.1|Host: a|Connection: close|Keep-Alive: 1|Proxy-Connection: x|Transfer-Encoding: chunked|Upgrade: x||", "")]
    [InlineData("GET / HTTP/1.1|host: a|TE: gzip||", "")]
    [InlineData("GET / HTTP/1.1|host: a|TE: trailers||", " | te: trailers")]
    [InlineData("GET / HTTP/1.1|HOST:a|Accept-Encoding: gzip, deflate|ETag:||", " | accept-encoding: gzip, deflate | etag: ")]
    [InlineData("GET / HTTP/1.1|HOST:a||rest|of: the body", " > rest\r\nof: the body")]
    public void Leaves_out_what_HTTP_2_has_no_use_for(string request, string rest) =>
        Assert.Equal($":method: GET | :scheme: http | :authority: a | :path: /{rest}", Encode(Wire.Bytes(request)));

    [Fact]
    public void Needs_no_host_and_no_header() =>
        Assert.Equal(":method: PURGE | :scheme: https | :path: /x", Encode(Wire.Bytes("PURGE /x HTTP/1.1||"), isSecure: true));

    /// <summary>Lengths on both sides of those that take another byte.</summary>
    [Fact]
    public void Encodes_fields_of_any_length()
    {
        for (var length = 1; length < 400; length++)
        {
            var (name, value) = (new string('n', length), new string('v', 400 - length));
            Assert.EndsWith($" | {name}: {value}", Encode(Wire.Bytes($"GET / HTTP/1.1|{name.ToUpperInvariant()}: {value}||")), StringComparison.Ordinal);
        }
    }

    /// <summary>What fits nowhere is never indexed: a block means the same on every connection, and after any other.</summary>
    [Fact]
    public void Blocks_change_nothing_at_the_server()
    {
        byte[] room = [];
        var block = Http2RequestEncoder.Encode(Wire.Bytes("GET /x HTTP/1.1|Host: a|Cookie: c||"), isHead: false, isSecure: false, ref room).Block;

        Assert.Equal("82861101611402" + "2f78" + "1f110163", Convert.ToHexStringLower(block.Span));
    }

    [Fact]
    public void Encodes_without_allocating()
    {
        var request = Wire.Bytes("POST /x HTTP/1.1|Host: a|X-Id: 12345|Content-Length: 5||hello");
        byte[] room = [];
        Http2RequestEncoder.Encode(request, isHead: false, isSecure: false, ref room);

        Assert.Equal(0, Allocated.By(() => Http2RequestEncoder.Encode(request, isHead: false, isSecure: false, ref room), times: 1_000));
    }

    private static string Encode(ReadOnlyMemory<byte> request, bool isSecure = false)
    {
        byte[] room = [];
        var encoded = Http2RequestEncoder.Encode(request, isHead: false, isSecure, ref room);
        var decoder = new HpackDecoder();
        decoder.Clear();
        decoder.Begin();
        var block = encoded.Block.Span;
        List<string> fields = [];
        while (decoder.TryNext(ref block, out var name, out var value))
        {
            fields.Add($"{Encoding.ASCII.GetString(name)}: {Encoding.ASCII.GetString(value)}");
        }

        Assert.Null(decoder.Error);
        return string.Join(" | ", fields) + (encoded.Body.IsEmpty ? "" : $" > {Encoding.ASCII.GetString(encoded.Body.Span)}");
    }
}
