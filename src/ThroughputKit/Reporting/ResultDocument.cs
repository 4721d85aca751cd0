namespace ThroughputKit.Reporting;

/// <summary>A result or a comparison, with the versions of the document's shape and of the kit that wrote it.</summary>
/// <param name="Schema">The version of the document's shape. It increases when a reader of the previous version would misread something.</param>
/// <param name="Kit">The version of the kit.</param>
internal sealed record ResultDocument(int Schema, string Kit)
{
    public LoadResult? Result { get; init; }

    public LoadComparisonResult? Comparison { get; init; }
}
