namespace ThroughputKit.Findings;

/// <summary>The app or the kit was built without optimizations.</summary>
internal sealed class DebugBuildDoubt : IDoubt
{
    public Finding? Examine(RunFacts run)
    {
        string[] debug = [.. run.MeasuredCode.Where(c => !c.IsOptimized).Select(c => c.Name).Distinct(StringComparer.Ordinal)];
        return debug.Length == 0 ? null : new Finding(
            "DebugBuild",
            FindingSeverity.Warning,
            $"Built without optimizations: {string.Join(", ", debug)}.",
            "Build in Release: dotnet test -c Release.")
        { IsSetUpMistake = true };
    }
}
