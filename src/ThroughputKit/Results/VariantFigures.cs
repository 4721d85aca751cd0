using ThroughputKit.Statistics;

namespace ThroughputKit;

/// <summary>One variant of an experiment relative to the reference. With several rounds, figures are medians.</summary>
public sealed record VariantFigures
{
    internal VariantFigures(string name, IReadOnlyList<LoadSample> samples, RatioFigures? ratio) =>
        (Name, Samples, Ratio) = (name, samples, ratio);

    /// <summary>Gets the variant's name.</summary>
    public string Name { get; private init; }

    /// <summary>Gets the sample of each round; a single one if the variants were measured in slices.</summary>
    public IReadOnlyList<LoadSample> Samples { get; private init; }

    /// <summary>Gets the successful requests per second.</summary>
    public double Rps => Median.Of(Samples.Select(s => (double?)s.Rps))!.Value;

    /// <summary>
    /// Gets the ratio of the RPS to the reference's; <see langword="null"/> if it can't be determined: requests failed, too little was measured, or the
    /// reference had zero throughput in a round. With rounds, it is the median of the ratios within each round. Its interval takes six rounds or more; with
    /// fewer, it is unbounded.
    /// </summary>
    public RatioFigures? Ratio { get; private init; }

    /// <summary>Gets whether the difference between apps of identical code alone makes the ratio's interval wider than required.</summary>
    internal bool IsTooWideByApps { get; init; }

    /// <summary>Gets its findings, each kind once, the most severe first.</summary>
    public IReadOnlyList<Finding> Findings =>
        [.. Samples.SelectMany(s => s.Findings).DistinctBy(f => f.Name, StringComparer.Ordinal).OrderByDescending(f => f.Severity)];

    /// <summary>Gets the number of failed requests.</summary>
    public long Failed => Samples.Sum(s => s.Failed);

    /// <summary>Gets the mean latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? Mean => Time(s => s.Mean);

    /// <summary>Gets the median latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P50 => Time(s => s.P50);

    /// <summary>Gets the 99th percentile of latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P99 => Time(s => s.P99);

    /// <summary>Gets the allocated bytes per request; <see langword="null"/> if unknown.</summary>
    public double? AllocatedBytesPerRequest => Median.Of(Samples.Select(s => s.AllocatedBytesPerRequest));

    /// <summary>Gets the number of database commands per request; <see langword="null"/> if unknown.</summary>
    public double? DatabaseCommandsPerRequest => Median.Of(Samples.Select(s => s.DatabaseCommandsPerRequest));

    /// <summary>Gets the number of HTTP requests that the app sends per request; <see langword="null"/> if unknown.</summary>
    public double? HttpRequestsPerRequest => Median.Of(Samples.Select(s => s.HttpRequestsPerRequest));

    /// <summary>Gets the number of exceptions per request; <see langword="null"/> if unknown.</summary>
    public double? ExceptionsPerRequest => Median.Of(Samples.Select(s => s.ExceptionsPerRequest));

    /// <summary>Gets the processor time per request; <see langword="null"/> if unknown.</summary>
    public TimeSpan? CpuTimePerRequest => Time(s => s.CpuTimePerRequest);

    /// <summary>
    /// Gets the maximum working set in bytes of an app in a process of its own; <see langword="null"/> if unknown, or if other code shares the process.
    /// </summary>
    public double? WorkingSetPeak => Median.Of(Samples.Select(s => (double?)s.WorkingSetPeak));

    /// <summary>
    /// Gets the duration of the very first request of an app in a process of its own; <see langword="null"/> if unknown, as always in slices.
    /// </summary>
    public TimeSpan? FirstResponse => Time(s => s.FirstResponse);

    private TimeSpan? Time(Func<LoadSample, TimeSpan?> time) =>
        Median.Of(Samples.Select(s => time(s)?.TotalMicroseconds)) is { } microseconds ? TimeSpan.FromMicroseconds(microseconds) : null;
}
