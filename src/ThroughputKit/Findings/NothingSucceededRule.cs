using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>No request succeeded within the window, so there is no throughput.</summary>
internal sealed class NothingSucceededRule : IFindingRule
{
    public Finding? Examine(RunFacts run)
    {
        var result = run.Result;
        if (result.Succeeded > 0 || result.WasCancelled || result.Failures.UnexpectedStatus == result.Sent)
        {
            return null; // failures by status have a finding of their own
        }

        var remedy = result.Latency.Count > 0
            ? string.Create(CultureInfo.InvariantCulture, $"Responses took {result.Latency.P50.TotalSeconds:0.##} s: lengthen Duration well beyond that, or set fewer Connections, which wait less for one another.")
            : "The failures say why.";
        return new Finding(
            FindingNames.NothingSucceeded,
            FindingSeverity.Error,
            string.Create(CultureInfo.InvariantCulture, $"No request succeeded within the window of {result.Duration.TotalSeconds:0.###} s."),
            remedy);
    }
}
