namespace ThroughputKit.Gates;

/// <summary>What is known of a limit.</summary>
internal enum Decision
{
    /// <summary>The interval lies on both sides of the limit.</summary>
    Open,

    /// <summary>The whole interval lies within the limit.</summary>
    Within,

    /// <summary>The whole interval lies beyond the limit.</summary>
    Beyond,
}
