namespace ThroughputKit;

/// <summary>The iterations of one of several scenarios. Those of all of them add up to <see cref="LoadResult.Iterations"/>.</summary>
public sealed record ScenarioFigures
{
    internal ScenarioFigures()
    {
    }

    /// <summary>Gets the name of the scenario.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the number of its iterations that were begun.</summary>
    public required long Iterations { get; init; }

    /// <summary>Gets the number of its iterations that ended by themselves, well or not, rather than with the load.</summary>
    public required long IterationsEnded { get; init; }

    /// <summary>Gets whether the scenario had to be done: its weight is above zero.</summary>
    internal bool IsInMix { get; init; }
}
