using System.Diagnostics;

namespace ThroughputKit.Findings;

/// <summary>A debugger is attached to this process.</summary>
internal sealed class DebuggerRule : IFindingRule
{
    public Finding? Examine(RunFacts run) => !Debugger.IsAttached ? null : new Finding(
        FindingNames.DebuggerAttached,
        FindingSeverity.Warning,
        "A debugger is attached; code runs slower under it, and in part without optimizations.",
        "Run the test without it.")
    { IsSetUpMistake = true };
}
