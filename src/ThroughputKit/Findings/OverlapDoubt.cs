namespace ThroughputKit.Findings;

/// <summary>Two runs of this process made load at the same time.</summary>
internal sealed class OverlapDoubt : IDoubt
{
    public const string Name = "Overlap";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => !run.Result.WasShared ? null : new Finding(
        Name,
        FindingSeverity.Error,
        "Another load test of this process ran at the same time: each took processor time from the other, and memory was counted together.",
        "Await each run before the next begins. Between tests [ThroughputFact] sees to that; for others, switch parallel tests off for their assembly.")
    { IsSetUpMistake = true };
}
