namespace ThroughputKit.Findings;

/// <summary>The framework writes a log line or more for every request.</summary>
internal sealed class RequestLoggingDoubt : IDoubt
{
    public const string Name = "RequestLogging";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) =>
        run.App.Facts?.LogsRequests != true ? null : new Finding(
                Name,
                FindingSeverity.Warning,
                "The framework logs every request at Information; writing the log may be most of what was measured.",
                "Set Logging:LogLevel:Microsoft.AspNetCore to Warning, as new projects do, or let the kit host the app: LoadTest.For<TEntryPoint>().");
}
