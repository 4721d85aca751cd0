namespace ThroughputKit.Reporting;

/// <summary>
/// A result or a comparison, with the version of the kit. The schema increases when a reader of the previous version would misread something.
/// </summary>
internal sealed record ResultDocument(int Schema, string Kit)
{
    public LoadResult? Result { get; init; }

    public LoadComparisonResult? Comparison { get; init; }
}
