namespace ThroughputKit.Running;

/// <summary>Outcome of the separate measurement of allocated bytes.</summary>
/// <param name="Figures">The measurements; <see langword="null"/> if there was nothing to measure, or the measurement was cut short.</param>
/// <param name="WasCancelled">Whether the measurement was cancelled.</param>
/// <param name="HasAppGone">Whether the app's own process ended during the measurement.</param>
internal sealed record AllocationOutcome(AllocationFigures? Figures, bool WasCancelled = false, bool HasAppGone = false)
{
    public static AllocationOutcome None { get; } = new(Figures: null);

    /// <summary>Gets whether there was nothing to measure.</summary>
    public bool IsNone => ReferenceEquals(this, None);

    /// <summary>Adds this outcome to the result of the run.</summary>
    public LoadResult AddTo(LoadResult result) => result with
    {
        Memory = result.Memory with { Allocation = Figures },
        WasCancelled = result.WasCancelled || WasCancelled,
        HasAppGone = result.HasAppGone || HasAppGone,
    };
}
