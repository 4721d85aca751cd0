using System.Diagnostics;
using System.Reflection;

namespace ThroughputKit.Findings;

/// <summary>The app or the kit was built without optimizations.</summary>
internal sealed class DebugBuildDoubt : IDoubt
{
    public Finding? Examine(RunFacts run)
    {
        string[] debug = [.. run.MeasuredCode.Where(a => !IsOptimized(a)).Select(a => a.GetName().Name!).Distinct(StringComparer.Ordinal)];
        return debug.Length == 0 ? null : new Finding(
            "DebugBuild",
            FindingSeverity.Warning,
            $"Built without optimizations: {string.Join(", ", debug)}.",
            "Build in Release: dotnet test -c Release.")
        { IsSetUpMistake = true };
    }

    internal static bool IsOptimized(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };
}
