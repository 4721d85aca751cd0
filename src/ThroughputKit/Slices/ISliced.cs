using ThroughputKit.Recording;

namespace ThroughputKit.Slices;

/// <summary>A load that is measured slice by slice.</summary>
internal interface ISliced
{
    /// <summary>Gets whether a request of any slice failed. Such a load isn't measured any more.</summary>
    bool HasFailed { get; }

    /// <summary>Applies the load for one slice.</summary>
    Task<Slice> MeasureAsync(CancellationToken cancellationToken);

    /// <summary>Returns the latencies of all slices since the last call.</summary>
    LatencyHistogram TakeLatency();
}
