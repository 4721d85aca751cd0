namespace ThroughputKit.Planning;

/// <summary>Checks which requests may be pipelined.</summary>
internal static class PipelineRules
{
    private const int Deepest = 128;

    // Methods that may be sent again when a connection breaks (RFC 9110, section 9.2.2).
    private static readonly string[] _idempotent = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"];

    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        var depth = plan.Options.PipelineDepth;
        if (depth is < 1 or > Deepest)
        {
            yield return new Problem($"PipelineDepth is {depth}", $"1 to {Deepest}", "1 sends one request at a time on each connection, as most clients do.");
        }

        if (depth <= 1)
        {
            yield break;
        }

        if (plan.Rate is not null)
        {
            yield return new Problem(
                $"Both PipelineDepth ({depth}) and a rate are set",
                "one of them",
                "At a set rate, each request has its own send time. Leave PipelineDepth out. To keep more requests in flight, raise Connections.");
        }

        foreach (var request in plan.Requests.Where(r => !_idempotent.Contains(r.Method, StringComparer.Ordinal)))
        {
            yield return new Problem(
                $"PipelineDepth is {depth} and the test sends '{request.Name}'",
                "GET, HEAD, OPTIONS, TRACE, PUT or DELETE in a pipeline",
                "When a pipelined connection breaks, nobody knows which requests the server has handled. So only requests that are safe to repeat can be pipelined. Leave PipelineDepth at 1.");
        }
    }
}
