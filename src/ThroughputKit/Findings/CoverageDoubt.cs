using System.Reflection;

namespace ThroughputKit.Findings;

/// <summary>Code coverage counts in the midst of the app's or the kit's methods.</summary>
internal sealed class CoverageDoubt : IDoubt
{
    // Coverlet and the platform's own collector put classes of theirs into every assembly that they rewrite.
    private static readonly string[] _trackers = ["Coverlet.Core.Instrumentation.Tracker", "Microsoft.CodeCoverage.Instrumentation"];

    public Finding? Examine(RunFacts run)
    {
        string[] rewritten = [.. run.MeasuredCode.Where(IsRewritten).Select(a => a.GetName().Name!).Distinct(StringComparer.Ordinal)];
        return rewritten.Length == 0 ? null : new Finding(
            "CodeCoverage",
            FindingSeverity.Warning,
            $"Rewritten to collect code coverage: {string.Join(", ", rewritten)}.",
            "Run load tests without coverage: leave them out of that run with --filter Category!=Throughput.")
        { IsSetUpMistake = true };
    }

    internal static bool IsRewritten(Assembly assembly) =>
        Array.Exists(Types(assembly), type => Array.Exists(_trackers, t => type.Namespace?.StartsWith(t, StringComparison.Ordinal) == true));

    private static Type[] Types(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return [.. e.Types.OfType<Type>()];
        }
    }
}
