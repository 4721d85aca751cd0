namespace ThroughputKit.Baselines.Files;

/// <summary>The approved data of one result.</summary>
internal sealed record BaselineEntry
{
    public required BaselineSettings Settings { get; init; }

    public required BaselineFigures Exact { get; init; }

    public required BaselineTiming Timing { get; init; }

    /// <summary>Gets the allocated types; <see langword="null"/> if they weren't sampled. They explain a difference and are not judged.</summary>
    public BaselineTypes? Types { get; init; }

    /// <summary>Returns the entry for a result in which <see cref="BaselineEligibility"/> finds no problem.</summary>
    public static BaselineEntry Of(LoadResult result) => new()
    {
        Settings = BaselineSettings.Of(result, result.Settings!),
        Exact = BaselineFigures.Of(result),
        Timing = BaselineTiming.Of(result),
        Types = BaselineTypes.Of(result),
    };
}
