namespace ThroughputKit.Findings;

/// <summary>Checks a run for one reason to question it.</summary>
internal interface IFindingRule
{
    Finding? Examine(RunFacts run);
}
