using ThroughputKit.Gates;

namespace ThroughputKit.Findings;

/// <summary>The warm-up ended before the app was steady. Says nothing where nothing succeeded: that is worse, and said elsewhere.</summary>
internal sealed class NotSteadyDoubt : IDoubt
{
    public const string Name = "NotSteady";
    public const string LongerWarmUp = "Allow a longer warm-up, with .With(o => o.MaxWarmUp = TimeSpan.FromSeconds(30)).";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run.Result.WarmUp.IsSteady || run.Result.Succeeded == 0 ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        $"The app was not steady when the window began: {run.Result.WarmUp.Reason}.",
        LongerWarmUp)
    { BlamesWrongly = FigureKind.Timing };
}
