namespace ThroughputKit.Findings;

/// <summary>Findings on a comparison whose sides aren't on equal terms. A message has the same words for both sides, so that it is reported once.</summary>
internal static class ComparisonFindings
{
    // The processor time that the threads of any app take until they sleep varies by half of this.
    private const double ToleratedShare = 0.25;

    private const double MaxBounded = 0.5;

    // Of five processes of unchanged code, an endpoint beside the bare one had a ratio of 0.030 to 0.045.
    private const double MaxDistant = 0.2;

    private static readonly TimeSpan _turn = TimeSpan.FromMilliseconds(10);

    /// <summary>Gets the processor time after a turn that is never a finding.</summary>
    public static TimeSpan ToleratedWork { get; } = TimeSpan.FromMilliseconds(1);

    /// <summary>The two sides of a comparison run in different kinds of processes.</summary>
    public static Finding? SidesApart(RunFacts run) => run.Other is not { } other || other.Place == run.App.Place ? null : new Finding(
        FindingNames.SidesApart,
        FindingSeverity.Warning,
        $"While {run.Names.Reference} runs {Describe(other.Place)}, {run.Names.Candidate} runs {Describe(run.App.Place)}: that difference is measured too. "
            + "In the test's process, the app shares the garbage collector and threads with the generator, and other allocations there count as the app's.",
        "Load both sides the same way, for example with LoadTest.ForPublished.");

    /// <summary>
    /// One side of a comparison keeps working after its responses for longer than the other. The sides take turns, so some of that work is done in the other
    /// side's turns and slows it down.
    /// </summary>
    public static Finding? TrailingWork(RunFacts run)
    {
        const string Therefore = "is slower and allocates more than measured";
        if (run.TrailingWork is not var (reference, candidate))
        {
            return null;
        }

        var (first, second) = run.Names;
        if (IsLonger(candidate.Cpu, reference.Cpu))
        {
            return TrailingWork(FindingNames.CandidateTrailingWork, second, candidate, first, reference, Therefore);
        }

        return !IsLonger(reference.Cpu, candidate.Cpu) ? null : TrailingWork(
            FindingNames.ReferenceTrailingWork, first, reference, second, candidate, $"{Therefore}, and {second} looks worse than it is");
    }

    /// <summary>One side of a comparison is so much slower that the ratio differs from one process to the next, though the code doesn't.</summary>
    public static Finding? DistantReference(double ratio) => ratio is >= MaxDistant and <= 1 / MaxDistant ? null : new Finding(
        FindingNames.DistantReference,
        FindingSeverity.Warning,
        FormattableString.Invariant($"The RPS ratio is {ratio:0.000}: ")
            + "the two sides do work of so different a size that the ratio of unchanged code may differ by half from one process or machine to the next.",
        "Compare with a reference that does similar work: another build of the app, or another of its endpoints. "
            + "For a gate on this ratio, set the limit to half of the lowest ratio seen. If both sides do the same work, the difference is real.");

    /// <summary>The two sides of a comparison answer the same requests with successes of different kinds, so they may not do the same work.</summary>
    public static Finding? ResponsesDiffer(LoadResult reference, LoadResult candidate)
    {
        foreach (var (one, other) in reference.Endpoints.Zip(candidate.Endpoints))
        {
            if (one.Bodies is { } bodies && other.Bodies is { } others && bodies.DifferenceFrom(others) is var (before, after))
            {
                return new Finding(
                    FindingNames.ResponsesDiffer,
                    FindingSeverity.Warning,
                    FormattableString.Invariant($"The reference answers {one.Name} with {before.Body.Length:N0} B that begin with '{before.Body}', ")
                        + FormattableString.Invariant($"but the candidate with {after.Body.Length:N0} B that begin with '{after.Body}'."),
                    "Check whether one of them is an error: errors with a successful status count as successes. "
                        + "If both are right, say so on both sides: LoadRequest.Get(...).ExpectJson(...).");
            }
        }

        return null;
    }

    private static string Describe(AppPlace place) => place switch
    {
        AppPlace.TestProcess => "in the test's process",
        AppPlace.OwnProcess => "in its own process",
        _ => "in a process that the kit did not start",
    };

    private static bool IsLonger(TimeSpan one, TimeSpan other) => one - other > ToleratedWork + (ToleratedShare * other);

    private static Finding TrailingWork(string name, string late, TrailingWork much, string other, TrailingWork little, string therefore) => new(
        name,
        FindingSeverity.Warning,
        FormattableString.Invariant($"After each turn of {_turn.TotalMilliseconds:0} ms, {late} takes {much.Cpu.TotalMilliseconds:0.0} ms ")
            + "of processor time for work that its responses didn't wait for; "
            + FormattableString.Invariant($"{other} takes {little.Cpu.TotalMilliseconds:0.0} ms. ")
            + $"Some of that work runs during the turns of {other}, so {late} {therefore}.",
        "Await the work that a request leaves to a queue or another thread, or compare runs of several seconds with LoadTest.Experiment().Rounds(6).")
    {
        Explains = Explained(much.Cpu - little.Cpu),

        // The bytes are counted with the other side's requests, and missing from its own.
        ExplainsBytes = much.AllocatedBytes * ((1 / much.Requests) + (1 / little.Requests)),
    };

    // The other side does the work in its turns, and this side would do it in its own: a share of all cores for one turn. For a large share this is no
    // bound.
    private static double Explained(TimeSpan work)
    {
        var share = work / (_turn * Environment.ProcessorCount);
        return share < MaxBounded ? Math.Log((1 + share) / (1 - share)) : double.PositiveInfinity;
    }
}
