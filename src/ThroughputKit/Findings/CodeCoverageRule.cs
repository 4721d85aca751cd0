namespace ThroughputKit.Findings;

/// <summary>Code coverage adds its counters to the methods of the app or the kit.</summary>
internal sealed class CodeCoverageRule : IFindingRule
{
    public Finding? Examine(RunFacts run)
    {
        string[] rewritten = [.. run.MeasuredCode.Where(c => c.IsRewritten).Select(c => c.Name).Distinct(StringComparer.Ordinal)];
        return rewritten.Length == 0 ? null : new Finding(
            FindingNames.CodeCoverage,
            FindingSeverity.Warning,
            $"Rewritten to collect code coverage: {string.Join(", ", rewritten)}.",
            "Run load tests without coverage: leave them out of that run with --filter Category!=Throughput.")
        { IsSetUpMistake = true };
    }
}
