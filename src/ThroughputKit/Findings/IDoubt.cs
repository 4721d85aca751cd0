namespace ThroughputKit.Findings;

/// <summary>Looks for one reason to doubt a run.</summary>
internal interface IDoubt
{
    Finding? Examine(RunFacts run);
}
