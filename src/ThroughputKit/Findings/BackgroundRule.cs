using System.Globalization;

namespace ThroughputKit.Findings;

/// <summary>Much of the allocations came from the background, and the subtracted background was measured without load.</summary>
internal sealed class BackgroundRule : IFindingRule
{
    private const double Much = 0.1;

    public Finding? Examine(RunFacts run) => run.Result.Memory.Allocation is not { BackgroundShare: > Much } allocation ? null : new Finding(
        FindingNames.Background,
        FindingSeverity.Warning,
        string.Create(
            CultureInfo.InvariantCulture,
            $"The process allocates {allocation.BackgroundBytesPerSecond:N0} B per second without any requests. This background was subtracted from the bytes per request; it was {allocation.BackgroundShare:0%} of all allocations."),
        "Turn off background work for the test: under load it may allocate more or less than when idle.");
}
