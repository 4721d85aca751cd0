using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

/// <summary>The pace for counters that are made up, and need no time: a window has so many requests, however long they take, and no limit of time ends the measurement.</summary>
internal static class QuickPace
{
    public static AllocationPace Value { get; } = new()
    {
        Look = TimeSpan.FromMilliseconds(5),
        LongestWait = TimeSpan.FromMinutes(10),
        IdleStretch = TimeSpan.FromMilliseconds(5),
        Requests = 20,
        Shortest = TimeSpan.FromTicks(1),
        Longest = TimeSpan.FromMinutes(10),
        Sampled = TimeSpan.FromMilliseconds(5),
        Timeout = TimeSpan.FromMinutes(10),
    };
}
