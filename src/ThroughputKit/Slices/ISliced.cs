using ThroughputKit.Recording;

namespace ThroughputKit.Slices;

/// <summary>A load that is measured slice by slice.</summary>
internal interface ISliced
{
    /// <summary>Gets whether a request of any slice failed. Such a load isn't measured any more.</summary>
    bool HasFailed { get; }

    /// <summary>Applies the load for one slice.</summary>
    /// <param name="first">The number of requests before the slice, from which its order and its data go on.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    Task<Slice> MeasureAsync(long first, CancellationToken cancellationToken);

    /// <summary>Returns the latencies of all slices since the last call.</summary>
    LatencyHistogram TakeLatency();
}
