using ThroughputKit.Measurement;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>What one side of a comparison did in one short stretch of load.</summary>
internal readonly record struct Slice
{
    /// <summary>Gets the length of its window.</summary>
    public required TimeSpan Length { get; init; }

    /// <summary>Gets how many requests succeeded within the window.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets how many whole responses came, those that came while draining included.</summary>
    public required long Completed { get; init; }

    public required long Failed { get; init; }

    /// <summary>Gets the median latency in nanoseconds; 0 if nothing succeeded.</summary>
    public required long P50 { get; init; }

    /// <summary>Gets the 99th percentile of latency in nanoseconds; 0 if nothing succeeded.</summary>
    public required long P99 { get; init; }

    /// <summary>Gets the bytes that the app's process allocated; <see langword="null"/> if that can't be known.</summary>
    public required long? AllocatedBytes { get; init; }

    public double? AllocatedBytesPerRequest => Completed == 0 ? null : (double?)AllocatedBytes / Completed;

    public static Slice Of(WindowOutcome measured)
    {
        var latency = new LatencyHistogram();
        measured.Recorded.AddLatencyTo(latency);
        return new Slice
        {
            Length = measured.Length,
            Succeeded = measured.Recorded.Succeeded,
            Completed = measured.Recorded.Completed,
            Failed = measured.Recorded.Failures.Total,
            P50 = latency.Percentile(50),
            P99 = latency.Percentile(99),
            AllocatedBytes = measured.App?.AllocatedBytes,
        };
    }
}
