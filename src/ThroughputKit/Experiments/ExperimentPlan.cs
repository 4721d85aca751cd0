namespace ThroughputKit.Experiments;

/// <summary>All settings of an experiment. Immutable.</summary>
/// <param name="Variants">The variants.</param>
internal sealed record ExperimentPlan(IReadOnlyList<Variant> Variants)
{
    private static readonly TimeSpan _defaultOfVariant = TimeSpan.FromSeconds(5);

    /// <summary>Gets the names of the methods that set something, each as often as it was called.</summary>
    public IReadOnlyList<string> Set { get; init; } = [];

    /// <summary>Gets the name of the reference, if it was chosen.</summary>
    public string? Reference { get; init; }

    /// <summary>Gets the number of rounds; <see langword="null"/> to measure in slices.</summary>
    public int? Rounds { get; init; }

    /// <summary>Gets the maximum time for measuring slices, if it was chosen.</summary>
    public TimeSpan? MeasureFor { get; init; }

    /// <summary>Gets the distance, in percent of a ratio, that the ends of its interval may have for the experiment to end; if it was chosen.</summary>
    public double? WithinPercent { get; init; }

    public int? Seed { get; init; }

    /// <summary>Gets whether the variants are measured in slices, not in rounds. If not, and no rounds are asked for, the plan is wrong.</summary>
    public bool IsSliced => Rounds is null && Variants.All(v => v.WhyWhole is null);

    public string ReferenceName => Reference ?? Variants[0].Name;

    /// <summary>Gets the variants as slices measure them: the reference first, the others in their order.</summary>
    public IEnumerable<Variant> AsMeasured => Variants.OrderByDescending(v => v.Name == ReferenceName);

    public TimeSpan MeasureForOrDefault => MeasureFor ?? (_defaultOfVariant * Variants.Count);

    /// <summary>Returns the source of the order.</summary>
    public int SeedOrRandom() => Seed ?? Random.Shared.Next();
}
