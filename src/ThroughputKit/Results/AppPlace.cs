namespace ThroughputKit;

/// <summary>Where the app runs that was loaded.</summary>
internal enum AppPlace
{
    /// <summary>In the test's own process.</summary>
    TestProcess,

    /// <summary>In a process of its own, which the kit has started.</summary>
    OwnProcess,

    /// <summary>Somewhere that the kit only knows the address of.</summary>
    Elsewhere,
}
