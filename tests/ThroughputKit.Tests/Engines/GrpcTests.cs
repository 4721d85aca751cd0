using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Google.Protobuf;
using Greeter;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>gRPC calls to Kestrel: the services of a real app, and answers of every form.</summary>
public class GrpcTests
{
    private const int Calls = 40;
    private const string Path = "/test.Calls/Call";
    private const string GrpcType = "application/grpc";

    private static readonly byte[] _message = Encoding.UTF8.GetBytes("hello, {{you}}");
    private static readonly LoadTest _greeter = LoadTest.For<GreetingsService>();

    public static TheoryData<int> Statuses => [.. Enumerable.Range(1, 16)];

    [Fact]
    public async Task A_service_answers()
    {
        var result = await RunAsync(_greeter.Send(Say("Ada").ExpectBody(reply => HelloReply.Parser.ParseFrom(reply).Message == "Hello, Ada")));

        Assert.Equal((Calls, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task A_service_refuses()
    {
        var result = await RunAsync(_greeter.Send(Say("")).Grpc("/greet.Greetings/SayGoodbye", []).Grpc("/greet.Greetings/SayHello", [0xFF]));

        Assert.Equal((Calls, Calls), (result.Failed, result.Failures.FailedCheck));
        Assert.Equal(
            [
                "grpc-status 12 (Unimplemented): Method is unimplemented.",
                "grpc-status 2 (Unknown): Exception was thrown by handler.",
                "grpc-status 3 (InvalidArgument): a name is missing",
            ],
            result.Failures.Examples.Select(e => e.Detail.Split(" InvalidProtocol")[0]).Distinct().Order(StringComparer.Ordinal));
        Assert.Contains("(InvalidArgument): a name is missing", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_message_that_is_none_is_told_with_the_error_of_the_service()
    {
        var result = await RunAsync(_greeter.Send(LoadRequest.Grpc("/greet.Greetings/SayHello", """{"name":"Ada"}"""u8)));

        var finding = Assert.Single(result.Findings, f => f.Name == FindingNames.ServerError);
        Assert.StartsWith("POST /greet.Greetings/SayHello ended with grpc-status 2 (Unknown): the app fails with ", finding.Message, StringComparison.Ordinal);
        Assert.Contains("InvalidProtocolBufferException", finding.Message, StringComparison.Ordinal);
        Assert.StartsWith("Can the service read the message? JSON, text and a message with its frame are none: ", finding.Remedy, StringComparison.Ordinal);
        Assert.Contains("The first error:", finding.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("2", true)]
    [InlineData("13", true)]
    [InlineData("3", false)]
    public async Task Where_some_messages_are_read_the_message_is_not_to_blame(string status, bool expected)
    {
        var count = 0;
        var result = await RunAsync(async context => await AnswerAsync(context, await ReadAsync(context), Interlocked.Increment(ref count) % 4 == 0 ? status : "0"));

        Assert.Equal(expected, result.Findings.Any(f => f.Name == FindingNames.ServerError));
        Assert.DoesNotContain(result.Findings, f => f.Remedy.Contains("Can the service read", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_server_and_the_kit_count_the_same()
    {
        var count = 0;
        ConcurrentQueue<string> wrong = [];
        var result = await RunAsync(
            async context =>
            {
                Interlocked.Increment(ref count);
                var (request, body) = (context.Request, await ReadAsync(context));
                if (request is not { Protocol: "HTTP/2", Method: "POST", ContentType: GrpcType } || request.Headers.TE != "trailers" || !body.AsSpan().SequenceEqual(GrpcMessage.Framed(_message)))
                {
                    wrong.Enqueue($"{request.Protocol} {request.Method} {request.ContentType} {request.Headers.TE} {Convert.ToHexString(body)}");
                }

                await AnswerAsync(context, body);
            },
            test => test.With(o => o.Requests = 2_000));

        Assert.Equal((2_000, 2_000, 2_000), (result.Sent, result.Succeeded, count));
        Assert.Empty(wrong);
    }

    [Theory]
    [MemberData(nameof(Statuses))]
    public async Task A_status_fails_a_call(int status)
    {
        var name = (GrpcStatus)status;
        foreach (var isTrailersOnly in new[] { true, false })
        {
            var result = await RunAsync(context =>
            {
                if (isTrailersOnly)
                {
                    (context.Response.ContentType, context.Response.Headers["grpc-status"], context.Response.Headers["grpc-message"]) = (GrpcType, $"{status}", "caf%C3%A9");
                    return Task.CompletedTask;
                }

                context.Response.AppendTrailer("grpc-message", "caf%C3%A9");
                return AnswerAsync(context, GrpcMessage.Framed(_message), $"{status}");
            });

            Assert.Equal((Calls, Calls), (result.Failed, result.Failures.FailedCheck));
            Assert.All(result.Failures.Examples, e => Assert.Equal($"grpc-status {status} ({name}): café", e.Detail));
        }
    }

    [Theory]
    [InlineData("200 text/html", "the content type was expected to be 'application/grpc', but it is 'text/html': it wasn't a gRPC service that answered")]
    [InlineData("no status", "there is no grpc-status, in trailers or in the head, so the answer is not whole")]
    [InlineData("no message", "grpc-status 0 (OK), but there is no message")]
    [InlineData("two messages", "grpc-status 0 (OK), but the body of 38 B is not one whole message")]
    [InlineData("a cut message", "grpc-status 0 (OK), but the body of 18 B is not one whole message")]
    [InlineData("a compressed message", "grpc-status 0 (OK), but the message is flagged as compressed (1 instead of 0), which a call without grpc-accept-encoding doesn't allow. Leave that header out: no compression is read")]
    [InlineData("a success before its message", "grpc-status 0 (OK) is in the head, and none in trailers after the message, so the answer is not whole")]
    [InlineData("a refusal before a success", "grpc-status 13 (Internal)")]
    public async Task An_answer_that_is_none_fails_a_call(string what, string fault)
    {
        var message = GrpcMessage.Framed(_message);
        var result = await RunAsync(context => what switch
        {
            "200 text/html" => AnswerAsync(context, "<html>"u8.ToArray(), status: null, type: "text/html"),
            "no status" => AnswerAsync(context, message, status: null),
            "no message" => AnswerAsync(context, []),
            "two messages" => AnswerAsync(context, [.. message, .. message]),
            "a compressed message" => AnswerAsync(context, [1, .. message[1..]]),
            "a success before its message" => AnswerAsync(context, message, status: null, inHead: "0"),
            "a refusal before a success" => AnswerAsync(context, message, inHead: "13"),
            _ => AnswerAsync(context, message[..^1]),
        });

        Assert.Equal((Calls, Calls), (result.Failed, result.Failures.FailedCheck));
        Assert.All(result.Failures.Examples, e => Assert.Equal(fault, e.Detail));
    }

    [Fact]
    public async Task A_status_of_HTTP_is_one()
    {
        var result = await RunAsync(context =>
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return Task.CompletedTask;
        });

        Assert.Equal((Calls, Calls), (result.Failed, result.Failures.UnexpectedStatus));
        Assert.Equal("status 503 instead of 200", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task Every_call_is_judged_whatever_the_share_of_checks()
    {
        var count = 0;
        var result = await RunAsync(
            async context => await AnswerAsync(context, await ReadAsync(context), Interlocked.Increment(ref count) % 4 == 0 ? "8" : "0"),
            test => test.With(o => o.CheckedShare = 0.001),
            call => call.ExpectBody(_ => true));

        Assert.Equal((Calls, Calls * 3 / 4, Calls / 4), (count, result.Succeeded, result.Failures.FailedCheck));
    }

    [Fact]
    public async Task Large_messages_in_many_pieces()
    {
        var message = new byte[1_000_000];
        Random.Shared.NextBytes(message);
        var result = await RunAsync(
            async context =>
            {
                var body = await ReadAsync(context);
                context.Response.ContentType = GrpcType;
                foreach (var piece in body.Chunk(99_999))
                {
                    await context.Response.Body.WriteAsync(piece);
                    await context.Response.Body.FlushAsync();
                }

                context.Response.AppendTrailer("grpc-status", "0");
            },
            test => test.With(o => o.Requests = 8),
            call => call.ExpectBody(body => body.SequenceEqual(message)).ExpectBodyLength(message.Length),
            message);

        Assert.Equal((8, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task A_length_leaves_room_for_trailers()
    {
        var result = await RunAsync(async context =>
        {
            var body = await ReadAsync(context);
            context.Response.ContentLength = body.Length;
            await AnswerAsync(context, body, "7");
        });

        Assert.StartsWith("grpc-status 7 (PermissionDenied)", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
        Assert.Equal(Calls, result.Failures.FailedCheck);
    }

    [Fact]
    public async Task A_refusal_before_the_whole_message_was_read_is_its_own_failure()
    {
        var result = await RunAsync(
            context =>
            {
                (context.Response.ContentType, context.Response.Headers["grpc-status"]) = (GrpcType, "8");
                return Task.CompletedTask;
            },
            test => test.With(o => o.Requests = 4),
            message: new byte[20_000_000]);

        Assert.Equal((4, 4), (result.Failed, result.Failures.FailedCheck));
        Assert.Equal("grpc-status 8 (ResourceExhausted)", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task An_answer_before_the_whole_message_was_read_is_one()
    {
        var result = await RunAsync(
            context => AnswerAsync(context, GrpcMessage.Framed(_message)), test => test.With(o => o.Requests = 4), message: new byte[20_000_000]);

        Assert.Equal((4, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task Chains_take_values_from_trailers()
    {
        await using var app = await StartAsync(async context =>
        {
            context.Response.AppendTrailer("x-token", "secret");
            await AnswerAsync(context, await ReadAsync(context), context.Request.Headers["x-token"] is ["secret"] || context.Request.Path.StartsWithSegments("/test.Calls/SignIn", StringComparison.Ordinal) ? "0" : "16");
        });
        var result = await RunAsync(LoadTest.For(app).Chain(
            "visit", [LoadRequest.Grpc("/test.Calls/SignIn", _message).TakeHeader("token", "x-token"), LoadRequest.Grpc(Path, _message).WithHeader("x-token", "{token}")]));

        Assert.Equal((Calls, 0), (result.Succeeded, result.Failed));
    }

    private static LoadRequest Say(string name) => LoadRequest.Grpc("/greet.Greetings/SayHello", new HelloRequest { Name = name }.ToByteArray());

    private static async Task<LoadResult> RunAsync(LoadTest test) => Identity.Check(await test.With(o =>
        (o.Requests, o.Connections, o.WarmUp) = (o.Requests ?? Calls, 4, TimeSpan.Zero)).RunAsync());

    private static async Task<LoadResult> RunAsync(
        RequestDelegate answer, Func<LoadTest, LoadTest>? change = null, Func<LoadRequest, LoadRequest>? expect = null, byte[]? message = null)
    {
        await using var app = await StartAsync(answer);
        var call = LoadRequest.Grpc(Path, message ?? _message);
        var test = LoadTest.For(app).Send(expect?.Invoke(call) ?? call);
        return await RunAsync(change?.Invoke(test) ?? test);
    }

    private static async Task<byte[]> ReadAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        return body.ToArray();
    }

    private static async Task AnswerAsync(HttpContext context, byte[] body, string? status = "0", string type = GrpcType, string? inHead = null)
    {
        (context.Response.ContentType, context.Response.Headers["grpc-status"]) = (type, inHead);
        await context.Response.StartAsync();
        await context.Response.Body.WriteAsync(body);
        if (status is not null)
        {
            context.Response.AppendTrailer("grpc-status", status);
        }
    }

    private static async Task<WebApplication> StartAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(Certificate.ForLocalhost())));
        var app = builder.Build();
        app.MapPost("/{service}/{method}", answer);
        await app.StartAsync();
        return app;
    }
}
