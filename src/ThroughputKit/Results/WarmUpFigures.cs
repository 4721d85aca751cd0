namespace ThroughputKit;

/// <summary>How the warm-up ended.</summary>
public sealed record WarmUpFigures
{
    /// <summary>Gets how long it took.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Gets whether the app was steady at its end.</summary>
    public required bool IsSteady { get; init; }

    /// <summary>Gets why the warm-up ended, in words.</summary>
    public required string Reason { get; init; }
}
