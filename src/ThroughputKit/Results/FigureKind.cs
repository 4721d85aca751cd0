namespace ThroughputKit;

/// <summary>The kind of a figure.</summary>
internal enum FigureKind
{
    /// <summary>Failed requests: valid however the app was built.</summary>
    Errors,

    /// <summary>Throughput and latency.</summary>
    Timing,

    /// <summary>What the app does for a request, such as database commands.</summary>
    Work,

    /// <summary>Allocated bytes, heap, working set and collections.</summary>
    Memory,
}
