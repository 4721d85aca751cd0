using System.Text;
using System.Text.Json.Serialization;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests;

public partial class RequestEncoderTests
{
    private static readonly Uri _address = new("http://localhost:5000");

    [Fact]
    public void Writes_a_get() => Assert.Equal(
        "GET /hello?name=a%20b HTTP/1.1|Host: localhost:5000||", Encode(LoadRequest.Get("/hello?name=a%20b")));

    [Theory]
    [InlineData("http://localhost", "localhost")]
    [InlineData("http://127.0.0.1:80", "127.0.0.1")]
    [InlineData("https://localhost:443", "localhost")]
    [InlineData("http://[::1]:5000", "[::1]:5000")]
    public void Names_the_host_as_the_address_does(string address, string host) => Assert.Equal(
        $"GET / HTTP/1.1|Host: {host}||", Encode(LoadRequest.Get("/"), new Uri(address)));

    [Fact]
    public void Uses_the_callers_host_header_instead() => Assert.Equal(
        "GET / HTTP/1.1|host: shop.example||", Encode(LoadRequest.Get("/").WithHeader("host", "shop.example")));

    [Fact]
    public void Writes_an_object_as_json_with_web_defaults() => Assert.Equal(
        "POST /orders HTTP/1.1|Host: localhost:5000|Content-Type: application/json; charset=utf-8|Content-Length: 31||{\"itemName\":\"tea\",\"quantity\":3}",
        Encode(LoadRequest.Post("/orders").WithJson(new Order("tea", 3))));

    [Fact]
    public void Writes_an_object_with_source_generated_metadata() => Assert.EndsWith(
        "||{\"ItemName\":\"tea\",\"Quantity\":3}",
        Encode(LoadRequest.Put("/orders").WithJson(new Order("tea", 3), OrderJson.Default.Order)), StringComparison.Ordinal);

    [Fact]
    public void Writes_a_gRPC_call_with_its_prefix() => Assert.Equal(
        "POST /greet.Greetings/SayHello HTTP/1.1|Host: localhost:5000|Content-Type: application/grpc|TE: trailers|Content-Length: 10||\0\0\0\0\u0005hello",
        Encode(LoadRequest.Grpc("/greet.Greetings/SayHello", "hello"u8)));

    [Fact]
    public void Counts_bytes_and_not_characters() => Assert.EndsWith(
        "Content-Length: 8||" + Encoding.Latin1.GetString(Encoding.UTF8.GetBytes("{\"ä\":1}")),
        Encode(LoadRequest.Patch("/").WithJsonText("{\"ä\":1}")), StringComparison.Ordinal);

    [Theory]
    [InlineData("POST", "Content-Length: 0|")]
    [InlineData("PUT", "Content-Length: 0|")]
    [InlineData("PATCH", "Content-Length: 0|")]
    [InlineData("DELETE", "")]
    [InlineData("OPTIONS", "")]
    public void Announces_an_empty_body_for_methods_that_usually_have_one(string method, string length) => Assert.Equal(
        $"{method} / HTTP/1.1|Host: localhost:5000|{length}|", Encode(LoadRequest.Create(method, "/")));

    [Fact]
    public void A_later_body_replaces_an_earlier_one_with_its_type() => Assert.Equal(
        "POST / HTTP/1.1|Host: localhost:5000|Content-Type: text/plain|Content-Length: 2||ok",
        Encode(LoadRequest.Post("/").WithJsonText("{}").WithContent("ok"u8, "text/plain")));

    [Fact]
    public void Recognizes_a_head_request()
    {
        Assert.True(Engine.Encode(LoadRequest.Head("/"), _address).IsHead);
        Assert.False(Engine.Encode(LoadRequest.Get("/"), _address).IsHead);
    }

    [Fact]
    public void A_request_is_unchanged_when_another_is_derived_from_it()
    {
        var request = LoadRequest.Post("/");

        _ = request.WithHeader("X-One", "1").WithJsonText("{}");

        Assert.Empty(request.Headers);
        Assert.Null(request.Body);
    }

    [Fact]
    public void A_requests_headers_override_the_tests_and_prepared_ones_override_both()
    {
        KeyValuePair<string, string>[] defaults = [new("Accept", "text/html"), new("X-Test", "1")];
        KeyValuePair<string, string>[] prepared = [new("authorization", "Bearer new")];

        var request = LoadRequest.Get("/").WithHeader("accept", "application/json").WithHeader("Authorization", "Bearer old")
            .WithDefaultHeaders(defaults).WithReplacedHeaders(prepared);

        Assert.Equal(
            "GET / HTTP/1.1|Host: localhost:5000|accept: application/json|X-Test: 1|authorization: Bearer new||", Encode(request));
    }

    private static string Encode(LoadRequest request, Uri? address = null) => Encoding.Latin1
        .GetString(Engine.Encode(request, address ?? _address).Bytes.Span).Replace("\r\n", "|", StringComparison.Ordinal);

    internal sealed record Order(string ItemName, int Quantity);

    [JsonSerializable(typeof(Order))]
    internal sealed partial class OrderJson : JsonSerializerContext;
}
