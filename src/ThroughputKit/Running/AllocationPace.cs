namespace ThroughputKit.Running;

/// <summary>How much time, and how many requests, the parts of <see cref="AllocationStep"/> take.</summary>
internal sealed record AllocationPace
{
    /// <summary>Gets the pace of every run. Only tests with made-up counters have another.</summary>
    public static AllocationPace Default { get; } = new();

    /// <summary>Gets the time between two looks at what was compiled.</summary>
    public TimeSpan Look { get; init; } = CompilationIdle.Look;

    /// <summary>Gets the maximum wait until hardly any code is being compiled.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the length of each stretch without load.</summary>
    public TimeSpan IdleStretch { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Gets the number of requests that a window is to have, within its minimum and maximum length.</summary>
    public int Requests { get; init; } = 1_000;

    /// <summary>Gets the minimum length of a window.</summary>
    public TimeSpan Shortest { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Gets the maximum length of a window.</summary>
    public TimeSpan Longest { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets the maximum length of the stretch that the windows are compared with.</summary>
    public TimeSpan Whole { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets its length for a load that had no window of its own.</summary>
    public TimeSpan WholeAlone { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets the time for which types are sampled.</summary>
    public TimeSpan Sampled { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets the time after which no further window begins.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(12);
}
