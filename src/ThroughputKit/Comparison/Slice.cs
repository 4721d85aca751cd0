using ThroughputKit.Measurement;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>What one side of a comparison did in one short stretch of load.</summary>
internal readonly record struct Slice
{
    /// <summary>Gets how many whole responses came, those that came while draining included.</summary>
    public required long Completed { get; init; }

    public required long Failed { get; init; }

    /// <summary>
    /// Gets the mean time from the window's start to the end of a connection's last request, which ends after the window does.
    /// </summary>
    public required TimeSpan Busy { get; init; }

    /// <summary>Gets the mean latency, in nanoseconds; 0 if nothing succeeded. Only where it was asked for.</summary>
    public double MeanLatency { get; private init; }

    /// <summary>
    /// Gets the mean latency, in nanoseconds, of the requests that are in flight at a random moment; 0 if nothing succeeded. A long one is
    /// met more often than a short one: it is far above the mean where few requests take most of the time. Only where it was asked for.
    /// </summary>
    public double MeanInFlight { get; private init; }

    /// <summary>Gets the bytes that the app's process allocated; <see langword="null"/> if that can't be known.</summary>
    public required long? AllocatedBytes { get; init; }

    public double? AllocatedBytesPerRequest => Completed == 0 ? null : (double?)AllocatedBytes / Completed;

    /// <summary>
    /// Gets the whole responses in the time that they took, a second. Counting those within so short a window would leave out what is slow, which
    /// ends after it, and would tell only whole requests. With the last ones, and the time until they end, the ratio is that of a
    /// long run: Wald's equation (1944).
    /// </summary>
    public double Rps => Completed / Busy.TotalSeconds;

    /// <param name="measured">What was measured.</param>
    /// <param name="inFlight">How many requests were in flight at any time within the window.</param>
    public static Slice Of(WindowOutcome measured, int inFlight)
    {
        var recorded = measured.Recorded;
        return new Slice
        {
            Completed = recorded.Completed,
            Failed = recorded.Failures.Total,
            Busy = measured.Length + ((Clock.ToTimeSpan(recorded.DrainedAt) - (measured.Length * recorded.InFlightAtEnd)) / inFlight),
            AllocatedBytes = measured.App?.AllocatedBytes,
        };
    }

    /// <summary>The same, with the mean latency of what is in flight.</summary>
    /// <param name="latency">The latencies of its requests.</param>
    public Slice With(LatencyHistogram latency)
    {
        var (mean, deviation) = (latency.Mean, latency.StandardDeviation);
        return this with { MeanLatency = mean, MeanInFlight = mean > 0 ? mean + (deviation * deviation / mean) : 0 };
    }
}
