namespace ThroughputKit.Findings;

/// <summary>The warm-up ended before the app was steady.</summary>
internal sealed class NotSteadyDoubt : IDoubt
{
    public Finding? Examine(RunFacts run) => run.Result.WarmUp.IsSteady ? null : new Finding(
        "NotSteady",
        FindingSeverity.Warning,
        $"The app was not steady when the window began: {run.Result.WarmUp.Reason}.",
        "Allow a longer warm-up with o.MaxWarmUp, or look for work that goes on in the background.");
}
