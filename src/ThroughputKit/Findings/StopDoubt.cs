namespace ThroughputKit.Findings;

/// <summary>The app that the kit had started could not be stopped as it should.</summary>
internal sealed class StopDoubt : IDoubt
{
    public const string Name = "StopFailed";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => run.StopProblem is not { } problem ? null : Of(problem, mayRunHere: run.App.Probe is null);

    public static Finding Of(string problem, bool mayRunHere) => new(
        Name,
        FindingSeverity.Warning,
        $"The app could not be stopped: {problem.TrimEnd('.')}.{(mayRunHere ? " It may still be running in this process." : "")}",
        "Look for a hosted service or a handler that doesn't end, or for a service that throws when it is disposed.");
}
