namespace ThroughputKit;

/// <summary>The figures of one variant of an experiment in one round.</summary>
/// <param name="Rps">Successful requests per second. Allowed, as for every figure: zero or more, and finite.</param>
public sealed record LoadSample(double Rps)
{
    /// <summary>Gets the number of failed requests.</summary>
    public long Failed { get; init; }

    /// <summary>Gets the median latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P50 { get; init; }

    /// <summary>Gets the 99th percentile of latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P99 { get; init; }

    /// <summary>
    /// Gets the app's allocated bytes per request or, for an app that the kit has not started, the generator's; <see langword="null"/> if unknown.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the processor time per request, with the same scope as <see cref="LoadResult.Cpu"/>; <see langword="null"/> if unknown.</summary>
    public TimeSpan? CpuTimePerRequest { get; init; }

    /// <summary>Gets the findings for these figures.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>Creates a sample from the result of a load test.</summary>
    /// <param name="result">The result.</param>
    public static LoadSample From(LoadResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return new LoadSample(result.Rps)
        {
            Failed = result.Failed,
            P50 = result.Latency.Count == 0 ? null : result.Latency.P50,
            P99 = result.Latency.Count == 0 ? null : result.Latency.P99,
            AllocatedBytesPerRequest = result.Memory.AllocatedBytesPerRequest ?? (result.LacksAppCounters ? null : result.Generator.AllocatedBytesPerRequest),
            CpuTimePerRequest = result.LacksAppCounters ? null : result.Cpu.TimePerRequest, // the generator's time alone would look like the app's
            Findings = result.Findings,
        };
    }
}
