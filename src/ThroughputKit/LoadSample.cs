namespace ThroughputKit;

/// <summary>What one variant of an experiment reached in one round.</summary>
/// <param name="RequestsPerSecond">Succeeded requests per second. Allowed, as of every figure: zero or more, and finite.</param>
public sealed record LoadSample(double RequestsPerSecond)
{
    /// <summary>Gets how many requests failed.</summary>
    public long Failed { get; init; }

    /// <summary>Gets the median latency, if it is known.</summary>
    public TimeSpan? P50 { get; init; }

    /// <summary>Gets the 99th percentile of latency, if it is known.</summary>
    public TimeSpan? P99 { get; init; }

    /// <summary>Gets the allocated bytes of the app for each request or, for an app that the kit has not started, those of the generator; if they are known.</summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the processor time for each request, if it is known: of what <see cref="LoadResult.Cpu"/> is about.</summary>
    public TimeSpan? CpuTimePerRequest { get; init; }

    /// <summary>Gets the doubts about these figures.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>The figures of a load test.</summary>
    /// <param name="result">Its result.</param>
    public static LoadSample From(LoadResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return new LoadSample(result.RequestsPerSecond)
        {
            Failed = result.Failed,
            P50 = result.Latency.Count == 0 ? null : result.Latency.P50,
            P99 = result.Latency.Count == 0 ? null : result.Latency.P99,
            AllocatedBytesPerRequest = result.Memory.AllocatedBytesPerRequest ?? (result.LacksAppCounters ? null : result.Generator.AllocatedBytesPerRequest),
            CpuTimePerRequest = result.LacksAppCounters ? null : result.Cpu.TimePerRequest, // the generator's alone would look like the app's
            Findings = result.Findings,
        };
    }
}
