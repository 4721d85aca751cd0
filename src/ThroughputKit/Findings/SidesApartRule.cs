namespace ThroughputKit.Findings;

/// <summary>The two sides of a comparison run in different kinds of processes.</summary>
internal sealed class SidesApartRule : IFindingRule
{
    // The message has the same words for both sides, so that it is reported once.
    public Finding? Examine(RunFacts run) => run.Other is not { } other || other.Place == run.App.Place ? null : new Finding(
        FindingNames.SidesApart,
        FindingSeverity.Warning,
        $"One side of the comparison runs {string.Join(" and the other ", new[] { run.App.Place, other.Place }.Order().Select(Describe))}, so that difference is measured too. In the test's process, the app shares the garbage collector and threads with the generator, and other allocations there count as its own.",
        "Load both sides the same way, for example with LoadTest.ForPublished.");

    private static string Describe(AppPlace place) => place switch
    {
        AppPlace.TestProcess => "in the test's process",
        AppPlace.OwnProcess => "in a process of its own",
        _ => "in a process that the kit has not started",
    };
}
