namespace ThroughputKit.Baselines;

/// <summary>What was approved of one result.</summary>
internal sealed record BaselineEntry
{
    public required BaselineSettings Settings { get; init; }

    public required BaselineFigures Exact { get; init; }

    public required BaselineTiming Timing { get; init; }

    /// <summary>Gets the types that were allocated; <see langword="null"/> if they weren't sampled. They are not judged: they explain.</summary>
    public BaselineTypes? Types { get; init; }

    /// <summary>What would be approved of a result for which <see cref="Comparable"/> has no problem.</summary>
    public static BaselineEntry Of(LoadResult result) => new()
    {
        Settings = BaselineSettings.Of(result, result.Settings!),
        Exact = BaselineFigures.Of(result),
        Timing = BaselineTiming.Of(result),
        Types = BaselineTypes.Of(result),
    };
}
