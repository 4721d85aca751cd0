namespace ThroughputKit.Findings;

/// <summary>Code coverage counts in the midst of the app's or the kit's methods.</summary>
internal sealed class CoverageDoubt : IDoubt
{
    public const string Name = "CodeCoverage";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run)
    {
        string[] rewritten = [.. run.MeasuredCode.Where(c => c.IsRewritten).Select(c => c.Name).Distinct(StringComparer.Ordinal)];
        return rewritten.Length == 0 ? null : new Finding(
            Name,
            FindingSeverity.Warning,
            $"Rewritten to collect code coverage: {string.Join(", ", rewritten)}.",
            "Run load tests without coverage: leave them out of that run with --filter Category!=Throughput.")
        { IsSetUpMistake = true };
    }
}
