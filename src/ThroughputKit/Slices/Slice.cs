using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Running;

namespace ThroughputKit.Slices;

/// <summary>The measurements of one side during one short period of load.</summary>
internal readonly record struct Slice
{
    /// <summary>Gets the number of complete responses, including those received while draining.</summary>
    public required long Completed { get; init; }

    public required long Failed { get; init; }

    /// <summary>Gets the number of requests sent.</summary>
    public long Sent { get; init; }

    /// <summary>
    /// Gets the time that its responses take in a long run: the mean time from the window's start to the end of a connection's last request, which ends after
    /// the window does, or to the end of a user's last pass in a chain, at the pace of all but the first of each.
    /// </summary>
    public required TimeSpan Busy { get; init; }

    /// <summary>Gets the mean latency in nanoseconds; 0 if nothing succeeded. Set only by <c>With</c>.</summary>
    public double MeanLatency { get; private init; }

    /// <summary>
    /// Gets the mean latency, in nanoseconds, of the requests in flight at a random moment; 0 if nothing succeeded. A random moment meets long
    /// requests more often than short ones, so this is far above the mean if few requests take most of the time. Set only by <c>With</c>.
    /// </summary>
    public double MeanInFlight { get; private init; }

    /// <summary>Gets the bytes allocated by the app's process; <see langword="null"/> if they can't be determined.</summary>
    public required long? AllocatedBytes { get; init; }

    public double? AllocatedBytesPerRequest => Completed == 0 ? null : (double?)AllocatedBytes / Completed;

    /// <summary>
    /// Gets the RPS: the complete responses divided by the time that they took. Counting only the responses within a window this short would leave
    /// out slow requests, which end after it, and would resolve only whole requests. With the last requests, and the time until they end, the ratio
    /// is that of a long run: Wald's equation (1944). The first of each connection says little: threads wake up, and no queue has formed yet.
    /// </summary>
    public double Rps => Completed / Busy.TotalSeconds;

    /// <param name="measured">The measured window.</param>
    /// <param name="inFlight">The number of requests in flight at any time within the window.</param>
    public static Slice Of(WindowOutcome measured, int inFlight)
    {
        var recorded = measured.Recorded;
        var busy = recorded.UsersEndedAt > 0 ? Clock.ToTimeSpan((double)recorded.UsersEndedAt / inFlight) // of a chain: all have ended with a pass
            : measured.Length + ((Clock.ToTimeSpan(recorded.DrainedAt) - (measured.Length * recorded.InFlightAtEnd)) / inFlight);
        var further = recorded.Completed - recorded.FirstCompleted;
        return new Slice
        {
            Completed = recorded.Completed,
            Failed = recorded.Failed,
            Sent = recorded.Sent,
            Busy = further < inFlight ? busy // too few to go by
                : (busy - Clock.ToTimeSpan((double)recorded.FirstEndedAt / inFlight)) * recorded.Completed / further,
            AllocatedBytes = measured.App?.AllocatedBytes,
        };
    }

    /// <summary>Returns a copy with the mean latency, and with the mean latency of the requests in flight.</summary>
    /// <param name="latency">The latencies of the slice's requests.</param>
    public Slice With(LatencyHistogram latency)
    {
        var (mean, deviation) = (latency.Mean, latency.StandardDeviation);
        return this with { MeanLatency = mean, MeanInFlight = mean > 0 ? mean + (deviation * deviation / mean) : 0 };
    }
}
