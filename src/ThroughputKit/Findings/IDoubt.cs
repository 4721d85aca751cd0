namespace ThroughputKit.Findings;

/// <summary>Looks for one reason to doubt a run.</summary>
internal interface IDoubt
{
    /// <summary>Gets the names that its finding can have.</summary>
    IReadOnlyList<string> Names { get; }

    Finding? Examine(RunFacts run);
}
