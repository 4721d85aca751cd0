namespace ThroughputKit.Comparison;

/// <summary>The level at which the two sides of a comparison are separate.</summary>
internal enum Separation
{
    /// <summary>Only the requests are separate: both sides load one app.</summary>
    Endpoints,

    /// <summary>The apps are separate, and run in this process.</summary>
    Apps,

    /// <summary>The processes are separate.</summary>
    Processes,
}
