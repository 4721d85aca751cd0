namespace ThroughputKit.Findings;

/// <summary>The runtime is configured to load a profiler, which may rewrite every method.</summary>
internal sealed class ProfilerRule(Func<string, string?> environment) : IFindingRule
{
    private const string Switch = "CORECLR_ENABLE_PROFILING";

    public Finding? Examine(RunFacts run) => environment(Switch) != "1" ? null : new Finding(
        FindingNames.ProfilerAttached,
        FindingSeverity.Warning,
        $"A profiler, a code coverage collector or a monitoring agent is attached to this process ({Switch} is 1).",
        $"Run load tests without it: unset {Switch} for them.")
    { IsSetUpMistake = true };
}
