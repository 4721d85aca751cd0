using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The run was cancelled before its end.</summary>
internal sealed class CancelledDoubt : IDoubt
{
    public const string Name = "Cancelled";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => !run.Result.WasCancelled ? null : new Finding(
        Name,
        FindingSeverity.Error,
        string.Create(CultureInfo.InvariantCulture, $"The run was cancelled after {run.Result.Duration.TotalSeconds:0.###} s; requests in flight were given up."),
        "The figures cover only that time.");
}
