using ThroughputKit.Statistics;

namespace ThroughputKit;

/// <summary>One variant of an experiment relative to the reference: medians of its rounds.</summary>
public sealed record VariantFigures
{
    internal VariantFigures(string name, IReadOnlyList<LoadSample> samples, IReadOnlyList<LoadSample> reference)
    {
        double?[] ratios = [.. samples.Zip(reference, (s, b) => RatioOf(s.Rps, b.Rps))];
        (Name, Samples) = (name, samples);
        Rps = Median.Of(samples.Select(s => (double?)s.Rps))!.Value;
        Ratio = Median.Of(ratios);
        (LowestRatio, HighestRatio) = Ratio is null ? (null, null) : (ratios.Min(), ratios.Max());
    }

    /// <summary>Gets the variant's name.</summary>
    public string Name { get; }

    /// <summary>Gets the sample of each round.</summary>
    public IReadOnlyList<LoadSample> Samples { get; }

    /// <summary>Gets the median of the successful requests per second.</summary>
    public double Rps { get; }

    /// <summary>
    /// Gets the median of the rounds' ratios to the reference in the same round; <see langword="null"/> if the reference had zero throughput in one of
    /// them.
    /// </summary>
    public double? Ratio { get; }

    /// <summary>Gets the minimum of those ratios; <see langword="null"/> if unknown.</summary>
    public double? LowestRatio { get; }

    /// <summary>Gets the maximum of those ratios; <see langword="null"/> if unknown.</summary>
    public double? HighestRatio { get; }

    /// <summary>Gets the findings for its rounds, each kind once, the most severe first.</summary>
    public IReadOnlyList<Finding> Findings =>
        [.. Samples.SelectMany(s => s.Findings).DistinctBy(f => f.Name, StringComparer.Ordinal).OrderByDescending(f => f.Severity)];

    /// <summary>Gets the number of failed requests in all rounds.</summary>
    public long Failed => Samples.Sum(s => s.Failed);

    /// <summary>Gets the median of the rounds' median latencies; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P50 => Time(s => s.P50);

    /// <summary>Gets the median of the rounds' 99th percentiles of latency; <see langword="null"/> if unknown.</summary>
    public TimeSpan? P99 => Time(s => s.P99);

    /// <summary>Gets the median of the allocated bytes per request; <see langword="null"/> if unknown.</summary>
    public double? AllocatedBytesPerRequest => Median.Of(Samples.Select(s => s.AllocatedBytesPerRequest));

    /// <summary>Gets the median of the processor time per request; <see langword="null"/> if unknown.</summary>
    public TimeSpan? CpuTimePerRequest => Time(s => s.CpuTimePerRequest);

    private static double? RatioOf(double value, double reference) => double.IsFinite(value / reference) ? value / reference : null;

    private TimeSpan? Time(Func<LoadSample, TimeSpan?> time) =>
        Median.Of(Samples.Select(s => time(s)?.TotalMicroseconds)) is { } microseconds ? TimeSpan.FromMicroseconds(microseconds) : null;
}
