using ThroughputKit.Planning;

namespace ThroughputKit.Engines;

/// <summary>
/// The last descriptors of this process, which connections leave alone: without any, the runtime can neither begin a thread nor load
/// an assembly, and ends the process.
/// </summary>
internal static class DescriptorReserve
{
    /// <summary>What the system says when a process has all open that it may (EMFILE).</summary>
    public const int Error = 24;

    private const int Size = 64;

    private static readonly long _first = Descriptors.Read(needed: 0) is { } descriptors ? descriptors.Limit - Size : long.MaxValue;

    /// <summary>Whether a descriptor is one of them: the system gives the lowest that is free.</summary>
    public static bool Holds(long descriptor) => descriptor >= _first;
}
