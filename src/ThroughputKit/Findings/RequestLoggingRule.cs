namespace ThroughputKit.Findings;

/// <summary>The framework writes one or more log lines for every request.</summary>
internal sealed class RequestLoggingRule : IFindingRule
{
    public Finding? Examine(RunFacts run) =>
        run.App.Facts?.LogsRequests != true ? null : new Finding(
                FindingNames.RequestLogging,
                FindingSeverity.Warning,
                "The framework logs every request at Information; much of what was measured may be logging.",
                "Set Logging:LogLevel:Microsoft.AspNetCore to Warning, as new projects do, with any narrower category or provider level in the app's settings, or let the kit host the app: LoadTest.For<TEntryPoint>().");
}
