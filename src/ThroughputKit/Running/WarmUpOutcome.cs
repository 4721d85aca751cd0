using ThroughputKit.Measurement;

namespace ThroughputKit.Running;

/// <summary>How the warm-up went.</summary>
/// <param name="FirstResponse">How long the first request took; <see langword="null"/> if it didn't succeed or there was no warm-up.</param>
/// <param name="FirstStatus">The status that it was answered with; 0 if it wasn't.</param>
/// <param name="Duration">How long it all took.</param>
/// <param name="Verdict">Whether the app was steady then.</param>
internal sealed record WarmUpOutcome(TimeSpan? FirstResponse, int FirstStatus, TimeSpan Duration, SteadyVerdict Verdict)
{
    /// <summary>Gets how many methods may be compiled in half a second of an app whose code is compiled.</summary>
    public long Strays { get; init; } = StrayMethods.Fewest;

    /// <summary>Gets whether every response had one status that isn't a success, so that there is nothing to measure.</summary>
    public bool IsHopeless { get; init; }
}
