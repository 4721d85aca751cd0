namespace ThroughputKit.Comparison;

/// <summary>What the two sides of a comparison don't share.</summary>
internal enum Apart
{
    /// <summary>Their requests alone: both load one app.</summary>
    Endpoints,

    /// <summary>Their apps, which run in this process.</summary>
    Apps,

    /// <summary>Their processes.</summary>
    Processes,
}
