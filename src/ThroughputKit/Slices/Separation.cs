namespace ThroughputKit.Slices;

/// <summary>The level at which two sides are separate.</summary>
internal enum Separation
{
    /// <summary>Only the requests are separate: they load one app.</summary>
    Endpoints,

    /// <summary>The apps are separate, and run in this process.</summary>
    Apps,

    /// <summary>The processes are separate.</summary>
    Processes,
}
