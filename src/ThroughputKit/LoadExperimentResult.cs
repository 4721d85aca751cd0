using ThroughputKit.Comparison;

namespace ThroughputKit;

/// <summary>What an experiment measured. Its text is a table of medians.</summary>
public sealed record LoadExperimentResult
{
    internal LoadExperimentResult(IReadOnlyList<VariantFigures> variants, string baseline) => (Variants, Baseline) = (variants, baseline);

    /// <summary>Gets the variants, in the order in which they were added.</summary>
    public IReadOnlyList<VariantFigures> Variants { get; }

    /// <summary>Gets the name of the variant that the ratios refer to.</summary>
    public string Baseline { get; }

    /// <summary>Gets a variant by its name.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">There is no such variant.</exception>
    public VariantFigures this[string name] => Variants.FirstOrDefault(v => v.Name == name)
        ?? throw new ArgumentException($"There is no variant '{name}'; there are {string.Join(", ", Variants.Select(v => v.Name))}.", nameof(name));

    /// <summary>The result as a table of text.</summary>
    public override string ToString() => ExperimentTable.Write(this);
}
