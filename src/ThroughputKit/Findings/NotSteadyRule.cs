using ThroughputKit.Gates;

namespace ThroughputKit.Findings;

/// <summary>The warm-up ended before the app was steady. Not reported if nothing succeeded: another rule reports that, which is worse.</summary>
internal sealed class NotSteadyRule : IFindingRule
{
    public const string LongerWarmUp = "Allow a longer warm-up, with .With(o => o.MaxWarmUp = TimeSpan.FromSeconds(30)).";

    public Finding? Examine(RunFacts run) => run.Result.WarmUp.IsSteady || run.Result.Succeeded == 0 ? null : new Finding(
        FindingNames.NotSteady,
        FindingSeverity.Warning,
        $"The app was not steady when the window began: {run.Result.WarmUp.Reason}.",
        LongerWarmUp)
    { ExcusesFailureOf = FigureKind.Timing };
}
