using ThroughputKit.Measurement;

namespace ThroughputKit.Comparison;

/// <summary>What is loaded slice by slice.</summary>
internal interface ISliced
{
    /// <summary>Loads it for one slice.</summary>
    Task<Slice> MeasureAsync(CancellationToken cancellationToken);

    /// <summary>Takes the latencies of all slices since the last call.</summary>
    LatencyHistogram TakeLatency();
}
