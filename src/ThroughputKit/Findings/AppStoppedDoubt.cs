namespace ThroughputKit.Findings;

/// <summary>The app stopped while it was under load.</summary>
internal sealed class AppStoppedDoubt : IDoubt
{
    public const string Name = "AppStopped";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run switch
    {
        { Death: { } death } => new Finding(
            Name,
            FindingSeverity.Error,
            $"The app exited with code {death.Code} before the run had ended.",
            $"Send the same requests to it by hand, and see what it does. {death.Output}"),
        { StoppedByItself: true } => new Finding(
            Name,
            FindingSeverity.Error,
            "The app began to stop before the run had ended.",
            "Does something call StopApplication, or dispose the host, during the test?"),
        _ => null,
    };
}
