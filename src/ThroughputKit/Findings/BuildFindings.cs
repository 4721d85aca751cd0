using System.Diagnostics;
using ThroughputKit.Hosting;

namespace ThroughputKit.Findings;

/// <summary>Findings on code that isn't as it was written to run: built, rewritten or watched for another purpose.</summary>
internal static class BuildFindings
{
    private const string ProfilingSwitch = "CORECLR_ENABLE_PROFILING";

    /// <summary>The app, one of its libraries or the kit was built without optimizations.</summary>
    public static Finding? DebugBuild(RunFacts run) =>
        Of(run, c => !c.IsOptimized, FindingNames.DebugBuild, "Built without optimizations", "Build in Release, with -c Release.");

    /// <summary>A debugger is attached to this process.</summary>
    public static Finding? DebuggerAttached(RunFacts _) => !Debugger.IsAttached ? null : new Finding(
        FindingNames.DebuggerAttached,
        FindingSeverity.Warning,
        "A debugger is attached: code runs slower, and partly without optimizations.",
        "Run the test without the debugger.")
    { IsSetUpMistake = true };

    /// <summary>The runtime is configured to load a profiler, which may rewrite every method.</summary>
    public static Finding? ProfilerAttached(RunFacts _) => ProfilerAttached(Environment.GetEnvironmentVariable);

    /// <param name="variable">Returns the value of an environment variable.</param>
    internal static Finding? ProfilerAttached(Func<string, string?> variable) => variable(ProfilingSwitch) != "1" ? null : new Finding(
        FindingNames.ProfilerAttached,
        FindingSeverity.Warning,
        $"A profiler, a code coverage collector or a monitoring agent is attached to this process ({ProfilingSwitch} is 1).",
        $"Run load tests without it: unset {ProfilingSwitch} for them.")
    { IsSetUpMistake = true };

    /// <summary>Code coverage adds its counters to the methods of the app, its libraries or the kit.</summary>
    public static Finding? CodeCoverage(RunFacts run) =>
        Of(run, c => c.IsRewritten, FindingNames.CodeCoverage, "Rewritten to collect code coverage",
            "Run load tests without coverage: exclude them from the coverage run with --filter Category!=Throughput.");

    private static Finding? Of(RunFacts run, Func<MeasuredCode, bool> isAffected, string name, string problem, string remedy)
    {
        string[] affected = [.. run.MeasuredCode.Where(isAffected).Select(c => c.Name).Distinct(StringComparer.Ordinal)];
        return affected.Length == 0 ? null
            : new Finding(name, FindingSeverity.Warning, $"{problem}: {string.Join(", ", affected)}.", remedy) { IsSetUpMistake = true };
    }
}
