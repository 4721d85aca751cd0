namespace ThroughputKit.Tests.Support;

/// <summary>A stage of the measurement of allocated bytes.</summary>
public enum AllocationStage
{
    /// <summary>It waits until no code is compiled.</summary>
    Compiling,

    /// <summary>It measures the idle process.</summary>
    Idle,

    /// <summary>It is in the second of its windows.</summary>
    Window,

    /// <summary>It samples the allocated types.</summary>
    Sampling,
}
