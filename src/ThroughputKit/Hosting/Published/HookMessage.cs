namespace ThroughputKit.Hosting.Published;

/// <summary>A message of the start-up hook to the kit: one byte, then the length of the content in four bytes, little-endian.</summary>
internal enum HookMessage : byte
{
    /// <summary>The hook runs. Lines of facts about the runtime.</summary>
    Hello = 1,

    /// <summary>The app has started. Lines of facts about it.</summary>
    Started,

    /// <summary>The app begins to stop.</summary>
    Stopping,

    /// <summary>The answer to a command: numbers of eight bytes.</summary>
    Figures,

    /// <summary>The app has built a host on Kestrel. A message follows when it has started.</summary>
    Built,

    /// <summary>The answer to the end of sampling: lines of types, the largest share first.</summary>
    Types,
}
