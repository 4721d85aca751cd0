namespace ThroughputKit.Hosting.Published;

/// <summary>What the start-up hook tells the kit: one byte, then the length of what follows in four, little-endian.</summary>
internal enum HookMessage : byte
{
    /// <summary>The hook runs. Lines of facts on the runtime.</summary>
    Hello = 1,

    /// <summary>The app has started. Lines of facts on it.</summary>
    Started,

    /// <summary>The app begins to stop.</summary>
    Stopping,

    /// <summary>The answer to a command: numbers of eight bytes.</summary>
    Figures,

    /// <summary>The app has built a host on Kestrel, and will tell when that has started.</summary>
    Built,

    /// <summary>The answer to the end of sampling: lines of types, the largest share first.</summary>
    Types,
}
