namespace ThroughputKit.Findings;

/// <summary>Two runs in this process made load at the same time.</summary>
internal sealed class OverlapRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => !run.Result.OverlappedAnotherRun ? null : new Finding(
        FindingNames.Overlap,
        FindingSeverity.Error,
        "Another load test of this process ran at the same time: each took processor time from the other, and memory was counted together.",
        "Await each run before the next begins. Between tests [ThroughputFact] sees to that; for others, turn off parallel tests for their assembly.")
    { IsSetUpMistake = true };
}
