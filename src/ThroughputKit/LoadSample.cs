namespace ThroughputKit;

/// <summary>The figures of one variant of an experiment, in one round or over all slices.</summary>
/// <param name="Rps">Successful requests per second. Allowed, as for every figure: zero or more, and finite.</param>
public sealed record LoadSample(double Rps)
{
    /// <summary>Gets the number of failed requests.</summary>
    public long Failed { get; init; }

    /// <summary>Gets the mean latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? Mean { get; init; }

    /// <summary>Gets the median latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P50 { get; init; }

    /// <summary>Gets the 99th percentile of latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P99 { get; init; }

    /// <summary>
    /// Gets the allocated bytes per request of the process that the app runs in; <see langword="null"/> if unknown, as for an app that is known only by its
    /// address.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the number of database commands, of HTTP requests, and of exceptions per request, as <see cref="CountFigures"/> has them; <see langword="null"/> if
    /// unknown.
    /// </summary>
    public double? DatabaseCommandsPerRequest { get; init; }

    /// <inheritdoc cref="DatabaseCommandsPerRequest"/>
    public double? HttpRequestsPerRequest { get; init; }

    /// <inheritdoc cref="DatabaseCommandsPerRequest"/>
    public double? ExceptionsPerRequest { get; init; }

    /// <summary>
    /// Gets the processor time per request of the process that the app runs in; <see langword="null"/> if unknown, as for an app that is known only by its
    /// address.
    /// </summary>
    public TimeSpan? CpuTimePerRequest { get; init; }

    /// <summary>
    /// Gets the maximum working set in bytes of an app in a process of its own; <see langword="null"/> if unknown, or if other code shares the process.
    /// </summary>
    public long? WorkingSetPeak { get; init; }

    /// <summary>
    /// Gets the duration of the very first request of an app that was started in a process of its own for this measurement; <see langword="null"/> if
    /// unknown.
    /// </summary>
    public TimeSpan? FirstResponse { get; init; }

    /// <summary>Gets the findings for these figures.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>Gets the first failed request; <see langword="null"/> if unknown, or if none failed.</summary>
    internal FailureExample? FirstFailure { get; init; }

    /// <summary>Gets why the figures are no evidence, so that they have no ratio; <see langword="null"/> if they are.</summary>
    internal string? WhyNoEvidence { get; init; }

    /// <summary>Creates a sample from the result of a load test.</summary>
    /// <param name="result">The result.</param>
    public static LoadSample From(LoadResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return new LoadSample(result.Rps)
        {
            Failed = result.Failed,
            Mean = result.Latency.Count == 0 ? null : result.Latency.Mean,
            P50 = result.Latency.Count == 0 ? null : result.Latency.P50,
            P99 = result.Latency.Count == 0 ? null : result.Latency.P99,
            AllocatedBytesPerRequest = result.Memory.BytesPerRequest,
            DatabaseCommandsPerRequest = result.Counts?.DatabaseCommandsPerRequest,
            HttpRequestsPerRequest = result.Counts?.HttpRequestsPerRequest,
            ExceptionsPerRequest = result.Counts?.ExceptionsPerRequest,
            CpuTimePerRequest = result.Memory.IsAvailable ? result.Cpu.TimePerRequest : null, // the generator's time alone would look like the app's
            WorkingSetPeak = result.IsAppAlone ? result.Memory.WorkingSetPeak : null,
            FirstResponse = result.IsAppAlone ? result.Startup.FirstResponse : null,
            Findings = result.Findings,
            FirstFailure = result.Failures.Examples is [var first, ..] ? first : null,
            WhyNoEvidence = EvidenceRule.Check(result).FirstOrDefault()?.Message,
        };
    }
}
