namespace ThroughputKit.Reporting;

/// <summary>A result, or a comparison, and by what it was written.</summary>
/// <param name="Schema">The version of the document's shape: it grows when a reader of the version before would read something wrong.</param>
/// <param name="Kit">The version of the kit.</param>
internal sealed record ResultDocument(int Schema, string Kit)
{
    public LoadResult? Result { get; init; }

    public LoadComparisonResult? Comparison { get; init; }
}
