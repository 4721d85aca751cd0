namespace ThroughputKit.Findings;

/// <summary>The app or the kit was built without optimizations.</summary>
internal sealed class DebugBuildRule : IFindingRule
{
    public Finding? Examine(RunFacts run)
    {
        string[] debug = [.. run.MeasuredCode.Where(c => !c.IsOptimized).Select(c => c.Name).Distinct(StringComparer.Ordinal)];
        return debug.Length == 0 ? null : new Finding(
            FindingNames.DebugBuild,
            FindingSeverity.Warning,
            $"Built without optimizations: {string.Join(", ", debug)}.",
            "Build in Release, with -c Release.")
        { IsSetUpMistake = true };
    }
}
