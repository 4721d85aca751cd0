namespace ThroughputKit.Running;

/// <summary>What a run measures after its window, for its gates. Each step adds its figures.</summary>
internal sealed class AfterWindow
{
    /// <summary>Gets or sets the bytes of all requests together; <see langword="null"/> if they were not measured.</summary>
    public AllocationFigures? Allocation { get; set; }

    /// <summary>Gets the bytes of requests that were sent alone, by their index.</summary>
    public Dictionary<int, AllocationFigures?> AllocationAlone { get; } = [];

    /// <summary>Gets or sets what the app does for a request of all together; <see langword="null"/> if it was not counted.</summary>
    public CountFigures? Counts { get; set; }

    /// <summary>Gets what the app does for requests that were sent alone, by their index.</summary>
    public Dictionary<int, CountFigures?> CountsAlone { get; } = [];

    /// <summary>Gets or sets the bytes that the heap keeps; <see langword="null"/> if they were not measured.</summary>
    public RetentionFigures? Retention { get; set; }

    /// <summary>Gets or sets whether the run was cancelled.</summary>
    public bool WasCancelled { get; set; }

    /// <summary>Gets or sets whether the app's own process has ended.</summary>
    public bool HasAppExited { get; set; }

    /// <summary>Gets whether nothing more can be measured.</summary>
    public bool IsOver => WasCancelled || HasAppExited;
}
