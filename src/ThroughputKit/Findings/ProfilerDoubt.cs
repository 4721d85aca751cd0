namespace ThroughputKit.Findings;

/// <summary>The runtime was told to load a profiler, which may rewrite every method.</summary>
internal sealed class ProfilerDoubt(Func<string, string?> environment) : IDoubt
{
    public const string Name = "ProfilerAttached";

    private const string Switch = "CORECLR_ENABLE_PROFILING";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => environment(Switch) != "1" ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        $"A profiler, a code coverage collector or a monitoring agent is attached to this process ({Switch} is 1).",
        $"Run load tests without it: unset {Switch} for them.")
    { IsSetUpMistake = true };
}
