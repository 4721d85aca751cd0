namespace ThroughputKit.Hosting.Published;

/// <summary>A command of the kit to the start-up hook: one byte.</summary>
internal enum HookCommand : byte
{
    /// <summary>Return the process's counters.</summary>
    Snapshot = 1,

    /// <summary>Run full collections and return the heap size after them.</summary>
    Heap,

    /// <summary>Return the number of compiled methods.</summary>
    Methods,

    /// <summary>Stop the app. Not answered.</summary>
    Stop,

    /// <summary>Begin to sample the allocated types. Not answered.</summary>
    BeginSampling,

    /// <summary>End sampling and return the sampled types.</summary>
    EndSampling,
}
