namespace ThroughputKit;

/// <summary>The verdict on one gate, or on all gates of a comparison.</summary>
public enum GateVerdict
{
    /// <summary>The measurements are neither clearly within the limit nor clearly beyond it, or there were too few.</summary>
    Inconclusive,

    /// <summary>The figure is within the limit, with its whole interval.</summary>
    Passed,

    /// <summary>The figure is beyond the limit, with its whole interval; in a comparison, twice in a row.</summary>
    Failed,
}
