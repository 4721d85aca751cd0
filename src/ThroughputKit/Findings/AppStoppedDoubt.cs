namespace ThroughputKit.Findings;

/// <summary>The app stopped while it was under load.</summary>
internal sealed class AppStoppedDoubt : IDoubt
{
    public Finding? Examine(RunFacts run) => !run.StoppedByItself ? null : new Finding(
        "AppStopped",
        FindingSeverity.Error,
        "The app began to stop before the run had ended.",
        "Does something call StopApplication, or dispose the host, during the test?");
}
