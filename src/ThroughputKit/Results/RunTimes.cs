namespace ThroughputKit;

/// <summary>How the time of a run was spent.</summary>
/// <param name="Start">Starting the app.</param>
/// <param name="Prepare">Reaching and preparing the app, and encoding the requests.</param>
/// <param name="WarmUp">The first request and the warm-up.</param>
/// <param name="Window">The window.</param>
/// <param name="Quiet">Collecting garbage before and after the window, settling in between, and draining.</param>
/// <param name="Stop">Stopping the app.</param>
internal sealed record RunTimes(TimeSpan Start, TimeSpan Prepare, TimeSpan WarmUp, TimeSpan Window, TimeSpan Quiet, TimeSpan Stop)
{
    /// <summary>Gets the time spent measuring allocated bytes for a gate.</summary>
    public TimeSpan Allocation { get; init; }

    /// <summary>Gets the time spent measuring retained bytes for a gate.</summary>
    public TimeSpan Retention { get; init; }

    /// <summary>Gets the time spent counting what the app does for a request; <see langword="null"/> if nothing was counted.</summary>
    public TimeSpan? Counting { get; init; }

    public TimeSpan All => Start + Prepare + WarmUp + Window + Quiet + Stop + Allocation + Retention + (Counting ?? TimeSpan.Zero);
}
