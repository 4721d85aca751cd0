using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>The run was cancelled before its end.</summary>
internal sealed class CancelledRule : IFindingRule
{
    /// <summary>Gets the finding for a result that another attempt was to settle when the run was cancelled.</summary>
    public static Finding BetweenAttempts { get; } = new(
        FindingNames.Cancelled, FindingSeverity.Error, "The run was cancelled in another attempt, before anything of that was measured.", "The figures are those of the attempt before.");

    public Finding? Examine(RunFacts run) => !run.Result.WasCancelled ? null : new Finding(
        FindingNames.Cancelled,
        FindingSeverity.Error,
        string.Create(CultureInfo.InvariantCulture, $"The run was cancelled after {run.Result.Duration.TotalSeconds:0.###} s; requests in flight were given up."),
        "The figures cover only that time.");
}
