namespace ThroughputKit.Findings;

/// <summary>The app stopped while it was under load.</summary>
internal sealed class AppStoppedRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => run switch
    {
        { Death: { } death } => new Finding(
            FindingNames.AppStopped,
            FindingSeverity.Error,
            $"The app exited with code {death.Code} before the run ended.",
            $"Send it the same requests by hand, and see what happens. {death.Output}"),
        { StoppedByItself: true } => new Finding(
            FindingNames.AppStopped,
            FindingSeverity.Error,
            "The app began to stop before the run ended.",
            "Does something call StopApplication, or dispose the host, during the test?"),
        _ => null,
    };
}
