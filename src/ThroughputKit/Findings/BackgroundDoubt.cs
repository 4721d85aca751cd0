using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>Much of what was allocated was the background's, and what of it was left out was measured without load.</summary>
internal sealed class BackgroundDoubt : IDoubt
{
    private const double Much = 0.1;

    public IReadOnlyList<string> Names => ["Background"];

    public Finding? Examine(RunFacts run) => run.Result.Memory.Allocation is not { BackgroundShare: > Much } allocation ? null : new Finding(
        "Background",
        FindingSeverity.Warning,
        string.Create(
            CultureInfo.InvariantCulture,
            $"The process allocates {allocation.BackgroundBytesPerSecond:N0} B a second without any request. They were left out of the bytes a request, and were {allocation.BackgroundShare:0%} of what was allocated."),
        "Switch off what works in the background for the test: under load it may allocate more or less than when idle.");
}
