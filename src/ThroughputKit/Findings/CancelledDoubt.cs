using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The run was cancelled before its end.</summary>
internal sealed class CancelledDoubt : IDoubt
{
    public const string Name = "Cancelled";

    /// <summary>Gets the finding of a result whose gates were to be settled by another attempt.</summary>
    public static Finding BetweenAttempts { get; } = new(
        Name, FindingSeverity.Error, "The run was cancelled in another attempt, before anything of that was measured.", "The figures are those of the attempt before.");

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => !run.Result.WasCancelled ? null : new Finding(
        Name,
        FindingSeverity.Error,
        string.Create(CultureInfo.InvariantCulture, $"The run was cancelled after {run.Result.Duration.TotalSeconds:0.###} s; requests in flight were given up."),
        "The figures cover only that time.");
}
