using ThroughputKit.Reporting;

namespace ThroughputKit;

/// <summary>The result of an experiment. Its text is a table.</summary>
public sealed record LoadExperimentResult
{
    internal LoadExperimentResult(IReadOnlyList<VariantFigures> variants, string reference) => (Variants, Reference) = (variants, reference);

    /// <summary>Gets the variants, in the order in which they were added.</summary>
    public IReadOnlyList<VariantFigures> Variants { get; }

    /// <summary>Gets the name of the variant that the ratios are relative to.</summary>
    public string Reference { get; }

    /// <summary>Gets the distance that the ends of an interval should have from its ratio, in percent; <see langword="null"/> if none was set.</summary>
    internal double? WithinPercent { get; init; }

    /// <summary>Gets a variant by its name.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">There is no variant of this name.</exception>
    public VariantFigures this[string name] => Variants.FirstOrDefault(v => v.Name == name)
        ?? throw new ArgumentException($"There is no variant '{name}'; there are {string.Join(", ", Variants.Select(v => v.Name))}.", nameof(name));

    /// <summary>Returns the result as a table in GitHub's Markdown, with its notes as a list.</summary>
    public string ToMarkdown() => ExperimentTable.WriteMarkdown(this);

    /// <summary>Returns the result as a text table.</summary>
    public override string ToString() => ExperimentTable.Write(this);
}
