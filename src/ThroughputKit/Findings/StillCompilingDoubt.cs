using System.Globalization;
using ThroughputKit.Gates;
using ThroughputKit.Reporting;

namespace ThroughputKit.Findings;

/// <summary>Allocated bytes were measured although code was still being compiled.</summary>
internal sealed class StillCompilingDoubt : IDoubt
{
    public IReadOnlyList<string> Names => ["StillCompiling"];

    public Finding? Examine(RunFacts run) => run.Result.Memory.Allocation is not { MethodsStillCompiled: > 0 and var methods } ? null : new Finding(
        "StillCompiling",
        FindingSeverity.Warning,
        string.Create(CultureInfo.InvariantCulture, $"Code was still being compiled when allocated bytes were measured: {Counted.Of(methods, "method")} in the 5 s before. Code that isn't optimized yet allocates more."),
        run.Result.WarmUp.IsSteady
            ? "Look for code that is made anew all the time, such as expressions or patterns that each request compiles."
            : NotSteadyDoubt.LongerWarmUp)
    { BlamesWrongly = FigureKind.Memory };
}
