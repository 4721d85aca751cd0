namespace ThroughputKit.Findings;

/// <summary>The app that the kit had started could not be stopped cleanly.</summary>
internal sealed class StopFailedRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => run.StopProblem is not { } problem ? null : Of(problem, mayRunHere: run.App.Probe is null);

    public static Finding Of(string problem, bool mayRunHere) => new(
        FindingNames.StopFailed,
        FindingSeverity.Warning,
        $"The app could not be stopped: {problem.TrimEnd('.')}.{(mayRunHere ? " It may still be running in this process." : "")}",
        "Look for a hosted service or handler that doesn't end, or a service that throws on dispose.");
}
