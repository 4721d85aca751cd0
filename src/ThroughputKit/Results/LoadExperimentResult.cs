using ThroughputKit.Reporting;
using ThroughputKit.Reports;

namespace ThroughputKit;

/// <summary>The result of an experiment. Its text is a table.</summary>
public sealed record LoadExperimentResult
{
    internal LoadExperimentResult(IReadOnlyList<VariantFigures> variants, string reference) => (Variants, Reference) = (variants, reference);

    /// <summary>Gets the variants, in the order in which they were added.</summary>
    public IReadOnlyList<VariantFigures> Variants { get; private init; }

    /// <summary>Gets the name of the variant that the ratios are relative to.</summary>
    public string Reference { get; private init; }

    /// <summary>Gets the distance that the ends of an interval should have from its ratio, in percent; <see langword="null"/> if none was set.</summary>
    internal double? WithinPercent { get; init; }

    /// <summary>Gets a variant by its name.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">There is no variant of this name.</exception>
    public VariantFigures this[string name] => Variants.FirstOrDefault(v => v.Name == name)
        ?? throw new ArgumentException($"There is no variant '{name}'; there are {string.Join(", ", Variants.Select(v => v.Name))}.", nameof(name));

    /// <summary>Returns the experiment as JSON: each variant with its samples, in the format of <see cref="LoadResult.ToJson"/>.</summary>
    public string ToJson() => ResultJson.Write(new() { Experiment = this });

    /// <summary>Returns the experiment that <see cref="ToJson"/> has written.</summary>
    /// <param name="json">The JSON.</param>
    /// <exception cref="FormatException">It is not a whole experiment, or was written by a version with another format.</exception>
    public static LoadExperimentResult FromJson(string json) => ResultJson.Read<LoadExperimentResult>(json);

    /// <inheritdoc cref="LoadResult.WriteReportAsync"/>
    public Task WriteReportAsync(string path, CancellationToken cancellationToken = default) =>
        ReportFile.WriteAsync(ExperimentReport.Of(this), ToJson(), path, cancellationToken);

    /// <summary>Returns the result as a table in GitHub's Markdown, with its notes as a list.</summary>
    public string ToMarkdown() => ExperimentTable.WriteMarkdown(this);

    /// <summary>Returns the result as a text table.</summary>
    public override string ToString() => ExperimentTable.Write(this);
}
