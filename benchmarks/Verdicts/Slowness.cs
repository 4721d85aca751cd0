namespace Verdicts;

/// <summary>A way in which an endpoint is slower than its twin.</summary>
internal enum Slowness
{
    None,

    /// <summary>It works longer.</summary>
    Spin,

    /// <summary>It works within a lock.</summary>
    Lock,

    /// <summary>It allocates arrays of 2 KB.</summary>
    Allocation,

    /// <summary>It yields.</summary>
    Yield,

    /// <summary>It pauses for 1 ms now and then.</summary>
    Pause,

    /// <summary>1.2% of its requests wait longer, so that only its p99 is higher.</summary>
    Tail,

    /// <summary>One request in twenty waits for a timer.</summary>
    Timer,
}
