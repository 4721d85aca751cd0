using System.Text;

namespace ThroughputKit.Tests.Planning;

public class GrpcRulesTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://127.0.0.1:9");

    [Theory]
    [InlineData("/Greetings/SayHello")]
    [InlineData("/greet.Greetings/SayHello")]
    [InlineData("/base/of/the/app/greet.Greetings/SayHello")]
    public void A_path_has_a_service_and_a_method(string path) => Assert.Empty(Problems(_test.Grpc(path, [])));

    [Theory]
    [InlineData("/")]
    [InlineData("/SayHello")]
    [InlineData("//SayHello")]
    [InlineData("/greet.Greetings/")]
    [InlineData("/greet.Greetings/SayHello/")]
    [InlineData("/greet.Greetings/SayHello?name=Ada")]
    public void Another_path_is_refused(string path) => Assert.Equal(
        $"The path of a gRPC call is '{path}'. Expected: the service with its package, and the method, such as /shop.Orders/Place. "
        + "Both are named in the .proto file. A path base of the app may stand before them, and nothing after them.",
        Assert.Single(Problems(_test.Grpc(path, []))));

    [Fact]
    public void A_path_without_a_slash_is_refused_once() =>
        Assert.StartsWith("The path is 'greet.Greetings/SayHello'. ", Assert.Single(Problems(_test.Grpc("greet.Greetings/SayHello", []))), StringComparison.Ordinal);

    [Fact]
    public void Calls_choose_HTTP_2_unless_a_version_is_set()
    {
        var call = LoadRequest.Grpc("/a.B/C", []);

        Assert.Equal(LoadProtocol.Http1, _test.Get("/").Plan.Options.Protocol);
        Assert.Equal(LoadProtocol.Http2, _test.Get("/").Send(call).Plan.Options.Protocol);
        Assert.Equal(LoadProtocol.Http2, _test.Chain("chain", [call]).With(o => o.Connections = 1).Plan.Options.Protocol);
        Assert.Equal(
            "POST /a.B/C is a gRPC call, and Protocol is Http1. Expected: Http2. gRPC needs HTTP/2. Leave Protocol out: a test with such a call uses it.",
            Assert.Single(Problems(_test.With(o => o.Protocol = LoadProtocol.Http1).Send(call))));
    }

    [Fact]
    public void HTTP_statuses_are_not_to_be_expected() => Assert.Equal(
        "POST /a.B/C is a gRPC call, and expects HTTP statuses. Expected: no Expect. Every answer of a gRPC service has 200, and its own status in grpc-status.",
        Assert.Single(Problems(_test.Send(LoadRequest.Grpc("/a.B/C", []).Expect(200)))));

    [Theory]
    [InlineData("grpc-status", "5", "to be '5'")]
    [InlineData("Grpc-Message", null, "to exist")]
    public void A_refusal_is_not_to_be_expected(string name, string? value, string expectation)
    {
        var call = LoadRequest.Grpc("/a.B/C", []).ExpectHeader("x-own");

        Assert.Empty(Problems(_test.Send(call)));
        Assert.Equal(
            $"POST /a.B/C is a gRPC call, and the header '{name}' is expected {expectation}. Expected: no check of the call's own status. "
            + "A call succeeds only with grpc-status 0, so a refusal can't be expected. Send one that succeeds, or allow failures with MaxFailures.",
            Assert.Single(Problems(_test.Send(value is null ? call.ExpectHeader(name) : call.ExpectHeader(name, value)))));
    }

    [Theory]
    [InlineData("application/grpc")]
    [InlineData("Application/GRPC+proto")]
    [InlineData("application/grpc; x=y")]
    public void A_call_that_would_not_be_judged_is_refused(string type)
    {
        var expected = $"POST /a.B/C has the content type '{type}'. Expected: calls of gRPC by LoadRequest.Grpc. "
            + "That frames the message and judges grpc-status: services answer refusals with the HTTP status 200, too. Give it the message without its frame.";

        Assert.Equal(expected, Assert.Single(Problems(_test.Send(LoadRequest.Post("/a.B/C").WithContent([0, 0, 0, 0, 0], type)))));
        Assert.Equal(expected, Assert.Single(Problems(_test.Send(LoadRequest.Post("/a.B/C")).WithHeader("content-type", type))));
    }

    [Theory]
    [InlineData("application/grpc-web")]
    [InlineData("application/json")]
    public void Other_contents_are_no_calls(string type) => Assert.Empty(Problems(_test.Send(LoadRequest.Post("/a.B/C").WithContent([0], type))));

    [Fact]
    public void A_message_has_no_placeholders()
    {
        var test = _test.WithData(LoadData.FromValues("id", ["1"]));

        Assert.Empty(Problems(test.Send(LoadRequest.Grpc("/a.B/{id}", Encoding.UTF8.GetBytes("{name} {{")).WithHeader("x", "{id}"))));
        Assert.Equal(
            "{id} is in the message of POST /a.B/C. Expected: placeholders in the path or in headers alone. A message has lengths in it, so no value can be written there. "
            + "Send several messages, each with a request of its own. Where it has these characters by chance, give the column another name.",
            Problems(test.Get("/{id}").Grpc("/a.B/C", Encoding.UTF8.GetBytes("{id}")))[0]);
    }

    private static string[] Problems(LoadTest test) => [.. test.Check().Select(p => p.ToString())];
}
