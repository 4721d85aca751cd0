namespace ThroughputKit.Reporting;

/// <summary>One result of any kind, with the version of the kit.</summary>
internal sealed record ResultDocument
{
    /// <summary>Gets the version of the format. It increases when a reader of the previous version would misread something.</summary>
    public int Schema { get; init; } = ResultJson.Schema;

    /// <summary>Gets the version of the kit that wrote it.</summary>
    public string Kit { get; init; } = ResultJson.Kit;

    public LoadResult? Result { get; init; }

    public LoadComparisonResult? Comparison { get; init; }

    public LoadExperimentResult? Experiment { get; init; }

    public MaxRateResult? MaxRate { get; init; }

    /// <summary>Returns what it holds: one part, if it is whole.</summary>
    public object[] Parts() => [.. new object?[] { Result, Comparison, Experiment, MaxRate }.OfType<object>()];
}
