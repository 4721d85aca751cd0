using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Responses;

public class GrpcAnswerTests
{
    private const string Type = "Content-Type: application/grpc|";

    private static readonly byte[] _hello = GrpcMessage.Framed("hello"u8);

    public static TheoryData<int> Statuses => [.. Enumerable.Range(1, 16)];

    [Theory]
    [InlineData(Type + "|grpc-status: 0|")]
    [InlineData("content-type: Application/gRPC+proto||grpc-status: 0|")]
    [InlineData("content-type:application/grpc;x=y||GRPC-STATUS:0|")]
    public void A_whole_message_with_status_0_is_a_success(string fields)
    {
        Assert.Null(Fault(fields, _hello));
        Assert.Null(Fault(fields, GrpcMessage.Framed([])));
        Assert.Null(Fault(fields, GrpcMessage.Framed(new byte[100_000])));
    }

    [Theory]
    [MemberData(nameof(Statuses))]
    public void Every_other_status_is_a_fault_with_its_name(int status)
    {
        var fault = $"grpc-status {status} ({(GrpcStatus)status})";

        Assert.Equal(fault, Fault($"{Type}|grpc-status: {status}|", []));
        Assert.Equal($"{fault}: no such thing", Fault($"{Type}grpc-status: {status}|grpc-message: no such thing||", []));
        Assert.Equal($"{fault}: no such thing", Fault($"{Type}|grpc-message: no such thing|grpc-status: {status}|", _hello));
    }

    [Theory]
    [InlineData("grpc-status: 13||grpc-status: 0|")]
    [InlineData("grpc-status: 0||grpc-status: 13|")]
    [InlineData("|grpc-status: 13|grpc-status: 0|")]
    public void Of_several_statuses_one_that_refuses_counts(string fields) => Assert.Equal("grpc-status 13 (Internal)", Fault($"{Type}{fields}", _hello));

    [Theory]
    [InlineData("17", "grpc-status 17 (not a status of gRPC)")]
    [InlineData("-1", "grpc-status -1 (not a status of gRPC)")]
    [InlineData("5 5", "grpc-status 5 5 (not a status of gRPC)")]
    [InlineData("00", "grpc-status 00 (OK)")]
    public void A_status_that_gRPC_does_not_have_is_a_fault(string status, string fault) => Assert.Equal(fault, Fault($"{Type}|grpc-status: {status}|", _hello));

    [Theory]
    [InlineData("gr%C3%BC%C3%9Fe%0A100%25", "grüße\\n100%")]
    [InlineData("50% of %ZZ%2", "50% of %ZZ%2")]
    [InlineData("", null)]
    public void The_message_is_decoded(string message, string? shown) =>
        Assert.Equal(shown is null ? "grpc-status 9 (FailedPrecondition)" : $"grpc-status 9 (FailedPrecondition): {shown}", Fault($"{Type}grpc-status: 9|grpc-message: {message}||", []));

    [Fact]
    public void A_long_message_is_cut() =>
        Assert.Equal($"grpc-status 2 (Unknown): {new string('x', 300)}...", Fault($"{Type}grpc-status: 2|grpc-message: {new string('x', 301)}||", []));

    [Theory]
    [InlineData("Content-Type: text/html|", "'text/html'")]
    [InlineData("Content-Type: text/html|grpc-status: 0|", "'text/html'")]
    [InlineData("Content-Type: application/grpc-web|", "'application/grpc-web'")]
    [InlineData("", "empty")]
    public void Another_type_is_a_fault(string fields, string type) => Assert.Equal(
        $"the content type was expected to be 'application/grpc', but it is {type}: it wasn't a gRPC service that answered", Fault($"{fields}|", _hello));

    [Theory]
    [InlineData("")]
    [InlineData("grpc-status:|")]
    public void No_status_is_a_fault(string fields) =>
        Assert.Equal("there is no grpc-status, in trailers or in the head, so the answer is not whole", Fault($"{Type}|{fields}", _hello));

    /// <summary>It is there only if nothing follows.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("grpc-message: x|")]
    public void A_success_in_the_head_of_a_message_is_a_fault(string trailers) => Assert.Equal(
        "grpc-status 0 (OK) is in the head, and none in trailers after the message, so the answer is not whole", Fault($"{Type}grpc-status: 0||{trailers}", _hello));

    [Fact]
    public void Anything_but_one_whole_message_is_a_fault()
    {
        Assert.Equal("grpc-status 0 (OK), but there is no message", Fault($"{Type}|grpc-status: 0|", []));
        foreach (var body in new[] { _hello[..3], _hello[..^1], [.. _hello, 0], [.. _hello, .. _hello] })
        {
            Assert.Equal($"grpc-status 0 (OK), but the body of {body.Length} B is not one whole message", Fault($"{Type}|grpc-status: 0|", body));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void A_message_that_is_flagged_as_compressed_is_a_fault(byte flag) => Assert.Equal(
        $"grpc-status 0 (OK), but the message is flagged as compressed ({flag} instead of 0), which a call without grpc-accept-encoding doesn't allow. Leave that header out: no compression is read",
        Fault($"{Type}|grpc-status: 0|", [flag, .. _hello[1..]]));

    [Fact]
    public void A_fault_that_nobody_asks_for_is_not_explained()
    {
        var kept = new KeptResponse();
        kept.AddToHead(Wire.Bytes($"{Type}grpc-status: 5||"));

        Assert.Equal("", GrpcAnswer.Fault(kept, new BodyStart(), explains: false));
    }

    private static string? Fault(string fields, byte[] content)
    {
        var (kept, body, parts) = (new KeptResponse(), new BodyStart(), fields.Split("||", 2));
        kept.AddToHead(Wire.Bytes(parts[0] + "||"));
        kept.AddToHead(Wire.Bytes(parts[^1]), isTrailer: true);
        body.Append(content);
        return GrpcAnswer.Fault(kept, body, explains: true);
    }
}
