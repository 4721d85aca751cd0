namespace ThroughputKit;

/// <summary>The duration and outcome of the warm-up.</summary>
public sealed record WarmUpFigures
{
    internal WarmUpFigures()
    {
    }

    /// <summary>Gets the duration of the warm-up.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Gets whether the app was steady at the end of the warm-up.</summary>
    public required bool IsSteady { get; init; }

    /// <summary>Gets a description of why the warm-up ended.</summary>
    public required string Reason { get; init; }
}
