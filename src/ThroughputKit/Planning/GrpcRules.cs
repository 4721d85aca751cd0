using System.Text;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Planning;

/// <summary>Finds gRPC calls that no service could answer, or that would not be judged.</summary>
internal static class GrpcRules
{
    private static readonly string[] _ofStatus = ["grpc-status", "grpc-message"];

    public static IEnumerable<Problem> Check(LoadPlan plan) => plan.Requests.SelectMany(r => r.IsGrpc ? Check(r, plan.Options.Protocol) : CheckOther(r, plan));

    // Its service would answer 200 to refusals, too.
    private static IEnumerable<Problem> CheckOther(LoadRequest request, LoadPlan plan) =>
        from header in request.WithDefaultHeaders(plan.Headers).Headers
        where header.Key.Equals("Content-Type", StringComparison.OrdinalIgnoreCase) && GrpcAnswer.IsItsType(Encoding.Latin1.GetBytes(header.Value))
        select new Problem(
            $"{request.Name} has the content type '{DisplayName.Show(header.Value)}'", "calls of gRPC by LoadRequest.Grpc",
            "That frames the message and judges grpc-status: services answer refusals with the HTTP status 200, too. Give it the message without its frame.");

    private static IEnumerable<Problem> Check(LoadRequest call, LoadProtocol protocol) =>
    [
        .. Problem.If(
            protocol == LoadProtocol.Http1,
            $"{call.Name} is a gRPC call, and Protocol is Http1", "Http2", "gRPC needs HTTP/2. Leave Protocol out: a test with such a call uses it."),
        .. Problem.If(
            call.Path.StartsWith('/') && !IsOfMethod(call.Path),
            $"The path of a gRPC call is '{DisplayName.Show(call.Path)}'",
            "the service with its package, and the method, such as /shop.Orders/Place",
            "Both are named in the .proto file. A path base of the app may stand before them, and nothing after them."),
        .. Problem.If(
            call.ExpectedStatuses != GrpcAnswer.HttpStatuses,
            $"{call.Name} is a gRPC call, and expects HTTP statuses", "no Expect",
            "Every answer of a gRPC service has 200, and its own status in grpc-status."),
        .. call.Checks.OfType<HeaderCheck>().Where(c => _ofStatus.Contains(c.Header.Key, StringComparer.OrdinalIgnoreCase)).Select(check => new Problem(
            $"{call.Name} is a gRPC call, and {check.Subject} is expected {check.Expectation}", "no check of the call's own status",
            "A call succeeds only with grpc-status 0, so a refusal can't be expected. Send one that succeeds, or allow failures with MaxFailures.")),
    ];

    private static bool IsOfMethod(string path) =>
        path.Split('/') is { Length: > 2 } parts && parts.Skip(1).All(p => p.Length > 0) && !path.Contains('?', StringComparison.Ordinal);
}
