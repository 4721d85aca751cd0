using ThroughputKit.Comparison;

namespace ThroughputKit;

/// <summary>One variant of an experiment beside the baseline: medians of its rounds.</summary>
public sealed record VariantFigures
{
    internal VariantFigures(string name, IReadOnlyList<LoadSample> samples, IReadOnlyList<LoadSample> baseline)
    {
        double?[] ratios = [.. samples.Zip(baseline, (s, b) => RatioOf(s.RequestsPerSecond, b.RequestsPerSecond))];
        (Name, Samples) = (name, samples);
        RequestsPerSecond = Median.Of(samples.Select(s => (double?)s.RequestsPerSecond))!.Value;
        Ratio = Median.Of(ratios);
        (LowestRatio, HighestRatio) = Ratio is null ? (null, null) : (ratios.Min(), ratios.Max());
    }

    /// <summary>Gets the variant's name.</summary>
    public string Name { get; }

    /// <summary>Gets what it reached in each round.</summary>
    public IReadOnlyList<LoadSample> Samples { get; }

    /// <summary>Gets the median of the succeeded requests per second.</summary>
    public double RequestsPerSecond { get; }

    /// <summary>
    /// Gets the median of the rounds' ratios to the baseline in the same round; <see langword="null"/> if the baseline reached nothing in one of
    /// them.
    /// </summary>
    public double? Ratio { get; }

    /// <summary>Gets the smallest of those ratios, if they are known.</summary>
    public double? LowestRatio { get; }

    /// <summary>Gets the largest of those ratios, if they are known.</summary>
    public double? HighestRatio { get; }

    /// <summary>Gets the doubts about its rounds, each kind once, the gravest first.</summary>
    public IReadOnlyList<Finding> Findings =>
        [.. Samples.SelectMany(s => s.Findings).DistinctBy(f => f.Name, StringComparer.Ordinal).OrderByDescending(f => f.Severity)];

    /// <summary>Gets how many requests failed in all rounds.</summary>
    public long Failed => Samples.Sum(s => s.Failed);

    /// <summary>Gets the median of the rounds' median latencies, if they are known.</summary>
    public TimeSpan? P50 => Time(s => s.P50);

    /// <summary>Gets the median of the rounds' 99th percentiles of latency, if they are known.</summary>
    public TimeSpan? P99 => Time(s => s.P99);

    /// <summary>Gets the median of the allocated bytes a request, if they are known.</summary>
    public double? AllocatedBytesPerRequest => Median.Of(Samples.Select(s => s.AllocatedBytesPerRequest));

    /// <summary>Gets the median of the processor time a request, if it is known.</summary>
    public TimeSpan? CpuTimePerRequest => Time(s => s.CpuTimePerRequest);

    private static double? RatioOf(double value, double baseline) => double.IsFinite(value / baseline) ? value / baseline : null;

    private TimeSpan? Time(Func<LoadSample, TimeSpan?> time) =>
        Median.Of(Samples.Select(s => time(s)?.TotalMicroseconds)) is { } microseconds ? TimeSpan.FromMicroseconds(microseconds) : null;
}
