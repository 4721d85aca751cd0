namespace ThroughputKit.Running;

/// <summary>How measuring allocated bytes by themselves went.</summary>
/// <param name="Figures">What was measured; <see langword="null"/> if nothing was to be, or it was cut short.</param>
/// <param name="WasCancelled">Whether it was cancelled.</param>
/// <param name="HasAppGone">Whether the app's own process ended meanwhile.</param>
internal sealed record AllocationOutcome(AllocationFigures? Figures, bool WasCancelled = false, bool HasAppGone = false)
{
    public static AllocationOutcome None { get; } = new(Figures: null);

    /// <summary>Gets whether there was nothing to measure.</summary>
    public bool IsNone => ReferenceEquals(this, None);

    /// <summary>Puts it into the result of the run.</summary>
    public LoadResult AddTo(LoadResult result) => result with
    {
        Memory = result.Memory with { Allocation = Figures },
        WasCancelled = result.WasCancelled || WasCancelled,
        HasAppGone = result.HasAppGone || HasAppGone,
    };
}
