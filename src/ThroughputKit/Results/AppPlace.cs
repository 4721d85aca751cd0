namespace ThroughputKit;

/// <summary>The place where the loaded app runs.</summary>
internal enum AppPlace
{
    /// <summary>In the test's own process.</summary>
    TestProcess,

    /// <summary>In a process of its own, started by the kit.</summary>
    OwnProcess,

    /// <summary>Elsewhere; the kit knows only its address.</summary>
    Elsewhere,
}
