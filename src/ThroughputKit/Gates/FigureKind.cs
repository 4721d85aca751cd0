namespace ThroughputKit.Gates;

/// <summary>What a figure is about.</summary>
internal enum FigureKind
{
    /// <summary>Failed requests: true however the app was built.</summary>
    Errors,

    /// <summary>Throughput and latency.</summary>
    Timing,

    /// <summary>Allocated bytes, heap, working set and collections.</summary>
    Memory,
}
