using ThroughputKit.Responses;

namespace ThroughputKit.Planning;

/// <summary>Finds gRPC calls that no service could answer.</summary>
internal static class GrpcRules
{
    public static IEnumerable<Problem> Check(LoadPlan plan) => plan.Requests.Where(r => r.IsGrpc).SelectMany(r => Check(r, plan.Options.Protocol));

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
    ];

    private static bool IsOfMethod(string path) =>
        path.Split('/') is { Length: > 2 } parts && parts.Skip(1).All(p => p.Length > 0) && !path.Contains('?', StringComparison.Ordinal);
}
