namespace ThroughputKit.Hosting.Published;

/// <summary>What the kit asks of the start-up hook: one byte.</summary>
internal enum HookCommand : byte
{
    /// <summary>The process's counters.</summary>
    Snapshot = 1,

    /// <summary>Full collections, and the size of the heap after them.</summary>
    Heap,

    /// <summary>The number of methods compiled.</summary>
    Methods,

    /// <summary>The app is to stop. Not answered.</summary>
    Stop,

    /// <summary>The types that are allocated are to be sampled from now on. Not answered.</summary>
    BeginSampling,

    /// <summary>The types that were sampled, which ends it.</summary>
    EndSampling,
}
