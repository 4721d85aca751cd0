using ThroughputKit.Planning;

namespace ThroughputKit.Engines;

/// <summary>
/// The last file descriptors of this process, which connections must not use. Without a free descriptor the runtime can neither start a thread
/// nor load an assembly, and ends the process.
/// </summary>
internal static class DescriptorReserve
{
    /// <summary>The system's error for a process that has reached its limit of open descriptors (EMFILE).</summary>
    public const int Error = 24;

    private const int Size = 64;

    private static readonly long _first = Descriptors.Read(needed: 0) is { } descriptors ? descriptors.Limit - Size : long.MaxValue;

    /// <summary>Returns whether a descriptor is in the reserve. The system always assigns the lowest free descriptor.</summary>
    public static bool Holds(long descriptor) => descriptor >= _first;
}
