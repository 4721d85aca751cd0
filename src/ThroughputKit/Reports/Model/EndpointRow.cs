namespace ThroughputKit.Reports;

/// <summary>The figures of an endpoint, a side, a variant or a step, for programs that read reports. What isn't known is <see langword="null"/>.</summary>
/// <param name="Part">What it is of: "all", "endpoint", "reference", "candidate", "variant" or "step".</param>
/// <param name="Name">The name.</param>
internal sealed record EndpointRow(string Part, string Name)
{
    public long? Sent { get; init; }

    public long? Succeeded { get; init; }

    public long? Failed { get; init; }

    public long? InFlightAtEnd { get; init; }

    public double? Rps { get; init; }

    public LatencyFigures? Latency { get; init; }

    public TimeSpan? Mean { get; init; }

    public TimeSpan? P50 { get; init; }

    public TimeSpan? P99 { get; init; }

    public double? AllocatedBytesPerRequest { get; init; }

    public double? DatabaseCommandsPerRequest { get; init; }

    public double? HttpRequestsPerRequest { get; init; }

    public double? ExceptionsPerRequest { get; init; }

    public TimeSpan? CpuTimePerRequest { get; init; }

    public double? Rate { get; init; }

    public RatioFigures? Ratio { get; init; }

    /// <summary>Gets the verdict, or "yes" or "no" of a step that held or didn't; empty if there is none.</summary>
    public string Verdict { get; init; } = "";

    public static EndpointRow Of(LoadResult result, string part, string name) => new(part, name)
    {
        Sent = result.Sent,
        Succeeded = result.Succeeded,
        Failed = result.Failed,
        InFlightAtEnd = result.InFlightAtEnd,
        Rps = result.Rps,
        Latency = Known(result.Latency),
        AllocatedBytesPerRequest = result.Memory.BytesPerRequest,
        DatabaseCommandsPerRequest = result.Counts?.DatabaseCommandsPerRequest,
        HttpRequestsPerRequest = result.Counts?.HttpRequestsPerRequest,
        ExceptionsPerRequest = result.Counts?.ExceptionsPerRequest,
        CpuTimePerRequest = result.Memory.IsAvailable ? result.Cpu.TimePerRequest : null,
        Verdict = $"{result.Verdict}",
    };

    public static EndpointRow Of(EndpointFigures endpoint, string part = "endpoint") => new(part, endpoint.Name)
    {
        Sent = endpoint.Sent,
        Succeeded = endpoint.Succeeded,
        Failed = endpoint.Failed,
        InFlightAtEnd = endpoint.InFlightAtEnd,
        Rps = endpoint.Rps,
        Latency = Known(endpoint.Latency),
        AllocatedBytesPerRequest = endpoint.AllocatedBytesPerRequest,
        DatabaseCommandsPerRequest = endpoint.Counts?.DatabaseCommandsPerRequest,
        HttpRequestsPerRequest = endpoint.Counts?.HttpRequestsPerRequest,
        ExceptionsPerRequest = endpoint.Counts?.ExceptionsPerRequest,
    };

    private static LatencyFigures? Known(LatencyFigures latency) => latency.Count + latency.Unanswered > 0 ? latency : null;
}
