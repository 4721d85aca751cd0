namespace ThroughputKit.Findings;

/// <summary>The app's own process was alive, but did not answer in time when the kit asked for its figures.</summary>
internal sealed class NoAnswerRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => run.Result is not { AppSilence: { } silence, HasAppGone: false } ? null : new Finding(
        FindingNames.NoAnswer,
        FindingSeverity.Warning,
        $"The app's process did not answer {silence}, though it was running: figures that it was asked for are missing.",
        "Was the machine overloaded, did it swap, or was the process suspended or its heap very large? Stop other work, and measure again.");
}
