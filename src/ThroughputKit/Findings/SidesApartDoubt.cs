namespace ThroughputKit.Findings;

/// <summary>The two sides of a comparison don't run in processes of one kind.</summary>
internal sealed class SidesApartDoubt : IDoubt
{
    public const string Name = "SidesApart";

    public IReadOnlyList<string> Names => [Name];

    // Said of both sides in the same words, so that it is told once.
    public Finding? Examine(RunFacts run) => run.Other is not { } other || other.Place == run.App.Place ? null : new Finding(
        Name,
        FindingSeverity.Warning,
        $"One side of the comparison runs {string.Join(" and the other ", new[] { run.App.Place, other.Place }.Order().Select(Describe))}: that is compared too. In the test's process the app shares the collector and the threads with the generator, and what else allocates there is counted as its own.",
        "Load both sides in the same way, such as LoadTest.ForPublished for both.");

    private static string Describe(AppPlace place) => place switch
    {
        AppPlace.TestProcess => "in the test's process",
        AppPlace.OwnProcess => "in a process of its own",
        _ => "in a process that the kit has not started",
    };
}
